// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Stores at unknown places of small arrays, some behind a check of the bounds. */
public class SpreadStoreTrue {
    public static void main(String[] args) {
        boolean[] called = new boolean[4];
        char[] marks = new char[4];
        long[] count = new long[4];
        for (int i = 0; i < 2; i++) {
            int n = Verifier.nondetInt();
            if (n >= 0 && n < 4) {
                called[n] = true;
                marks[n] = (char) -n;
                count[n] += 3;
            } else if (n >= 4 && n < 8) {
                called[n - 4] = false;
            }
        }
        for (int i = 0; i < 4; i++) {
            assert !called[i] || count[i] >= 3;
            assert count[i] == 0 || marks[i] == (char) -i;
        }
    }
}
