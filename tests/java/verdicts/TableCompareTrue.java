// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TableCompareTrue {
    public static void main(String[] args) {
        int[] t = {5, 9, 2, 7, 7, 1};
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 6);
        int v = t[i];
        if (v > 6) assert i == 1 || i == 3 || i == 4;
        if (v == 2) assert i == 2;
        if (v != 7) assert i < 3 || i == 5;
    }
}
