// expect: false (two strings that differ only in case)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EqualCaseFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.length() > 3 && s.equalsIgnoreCase(t)) assert s.equals(t);
    }
}
