// expect: false (a byte wraps around on one way)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeArrayFalse {
    public static void main(String[] args) {
        byte[] b = new byte[1];
        for (int i = 0; i < 5; i++)
            if (Verifier.nondetInt() > 7) b[0] += 30;
        assert b[0] >= 0;
    }
}
