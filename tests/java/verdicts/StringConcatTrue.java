// expect: true (the lengths of constants add up)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringConcatTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "ab" : "abc";
        String t = s + "xyz";
        assert t.length() == s.length() + 3 && t.endsWith("xyz");
    }
}
