// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringSwitchEnumTrue {
    enum L {
        RED,
        GREEN,
        YELLOW;
        L next() { return values()[(ordinal() + 1) % 3]; }
    }
    public static void main(String[] args) {
        L l = L.RED;
        int n = Verifier.nondetInt();
        if (n < 0 || n > 30) return;
        for (int i = 0; i < n; i++) l = l.next();
        switch (l) {
        case RED: assert n % 3 == 0; break;
        case GREEN: assert n % 3 == 1; break;
        default: assert n % 3 == 2;
        }
    }
}
