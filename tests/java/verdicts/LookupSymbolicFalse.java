// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LookupSymbolicFalse {
    public static void main(String[] args) {
        java.util.Map<String, Integer> m = new java.util.HashMap<>();
        String a = Verifier.nondetString();
        Verifier.assume(a.length() == 1);
        m.put(a, 1);
        m.put("b", 2);
        String k = Verifier.nondetString();
        Verifier.assume(k.length() == 1);
        Integer v = m.get(k);
        assert v == null || v != 1 || k.charAt(0) != 'x';
    }
}
