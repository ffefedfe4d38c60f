// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TableCompareFalse {
    public static void main(String[] args) {
        int[] p = {3, 0, 4, 1, 2};
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 5);
        int j = p[i], k = p[j];
        assert k != 4 || i != 4;
        if (k == 4) assert i == 2;
    }
}
