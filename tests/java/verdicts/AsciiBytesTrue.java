// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AsciiBytesTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "abc" : "abcd";
        byte[] b = s.getBytes();
        assert b.length == s.length() && new String(b).equals(s);
    }
}
