// expect: false (of two comparisons with NaN neither holds)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeNanFalse {
    public static void main(String[] args) {
        float x = Verifier.nondetFloat();
        int n = 0;
        if (x < 1) n++;
        if (x >= 1) n++;
        assert n == 1;
    }
}
