// expect: true (every constant has a case)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EnumSwitchTrue {
    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        Color[] all = Color.values();
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < all.length);
        int n;
        switch (all[i]) {
        case RED: n = 1; break;
        case GREEN: n = 2; break;
        default: n = 3;
        }
        assert n == all[i].ordinal() + 1;
    }
}
