// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeSwitchFalse {
    public static void main(String[] args) {
        int s = 0, n = 0;
        for (int i = 0; i < 6; i++) {
            switch (Verifier.nondetInt()) {
            case 0: s += 2; break;
            case 1: s += 3;
            case 7: n++; break;
            default: s--;
            }
        }
        assert s != 9 || n != 3;
    }
}
