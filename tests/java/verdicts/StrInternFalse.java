// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrInternFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.equals("abc")) assert s == "abc" || s.intern() != "abc";
    }
}
