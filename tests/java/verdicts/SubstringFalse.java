// expect: false (shorter than 3: StringIndexOutOfBoundsException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SubstringFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = s.substring(3);
        assert t.length() < 1000000;
    }
}
