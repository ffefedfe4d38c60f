// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchStrFallTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int r = 0;
        switch (s) {
        case "one": r = 1;
        case "two": r += 2; break;
        case "FB": r = 7; break;
        case "Ea": r = 9; break;
        default: r = -1;
        }
        assert r != 1 && (r != 7 || s.length() == 2);
    }
}
