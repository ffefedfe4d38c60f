// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LowerCharFalse {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        String s = "" + c;
        assert s.toLowerCase().length() == 1;
    }
}
