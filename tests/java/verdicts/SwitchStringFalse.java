// expect: false ('stop' ends with 3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchStringFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0;
        switch (s) {
        case "go": n = 1; break;
        case "wait": n = 2; break;
        case "stop": n = 3; break;
        default:
        }
        assert n < 3;
    }
}
