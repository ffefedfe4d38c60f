// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LookupTrue {
    public static void main(String[] args) {
        java.util.Map<Object, Integer> m = new java.util.HashMap<>();
        m.put(7, 5);
        m.put("seven", 7);
        m.put('c', 2);
        Integer v = m.get(Verifier.nondetString());
        assert v == null || v == 7;
    }
}
