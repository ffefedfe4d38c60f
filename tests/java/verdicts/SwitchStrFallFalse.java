// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchStrFallFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int r = 0;
        switch (s.toLowerCase()) {
        case "one": r = 1;
        case "two": r += 2; break;
        case "three": r = 7; break;
        default: r = -1;
        }
        assert r != 3;
    }
}
