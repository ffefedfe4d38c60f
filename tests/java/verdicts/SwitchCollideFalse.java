// expect: false (two texts of one hash code)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchCollideFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int r = 0;
        switch (s) {
        case "Aa": r = 1; break;
        case "BB": r = 2; break;
        }
        assert r != 2;
    }
}
