// expect: false (a text beyond Latin-1)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class WideStringFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 2 && s.charAt(0) == 'a' && s.charAt(1) == 0x3b1) assert false;
    }
}
