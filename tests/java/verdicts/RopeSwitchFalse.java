// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSwitchFalse {
    public static void main(String[] args) {
        String s = "op" + Verifier.nondetString();
        switch (s) {
            case "open":
                assert false;
                break;
            case "op":
                break;
            default:
        }
    }
}
