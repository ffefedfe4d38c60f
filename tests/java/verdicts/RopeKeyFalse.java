// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeKeyFalse {
    public static void main(String[] args) {
        java.util.Map<String, Integer> m = new java.util.HashMap<>();
        m.put("user.name", 1);
        m.put("user.age", 2);
        Integer v = m.get("user." + Verifier.nondetString());
        assert v == null || v != 2;
    }
}
