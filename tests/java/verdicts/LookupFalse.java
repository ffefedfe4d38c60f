// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LookupFalse {
    public static void main(String[] args) {
        java.util.Map<String, Integer> m = new java.util.HashMap<>();
        m.put("Aa", 1);
        m.put("BB", 2);
        String k = Verifier.nondetString();
        Integer v = m.get(k);
        assert v == null || v == 1;
    }
}
