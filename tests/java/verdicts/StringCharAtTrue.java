// expect: true (undecided: one path per length of texts beyond ASCII; checked before)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringCharAtTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 2 && s.charAt(0) == 'a') assert s.charAt(0) != 'b';
    }
}
