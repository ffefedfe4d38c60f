// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InternConstantFalse {
    static String s = "a";
    public static void main(String[] args) {
        String t = Verifier.nondetString();
        assert t.intern() != s;
    }
}
