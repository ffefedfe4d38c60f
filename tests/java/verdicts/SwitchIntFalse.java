// expect: false (no default for 3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchIntFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int r = 0;
        switch (x) {
        case 1: r = 10; break;
        case 2: r = 20; break;
        case 4: r = 40; break;
        default: r = x == 3 ? 31 : x;
        }
        if (x >= 1 && x <= 4) assert r % 10 == 0;
    }
}
