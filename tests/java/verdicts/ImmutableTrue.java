// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ImmutableTrue {
    public static void main(String[] args) {
        java.util.List<String> l = java.util.List.of("a", "b");
        try {
            l.add("c");
            assert false;
        } catch (UnsupportedOperationException e) {
        }
        java.util.Map<String, Integer> m = java.util.Map.of("x", 1);
        assert m.get("x") == 1 && m.get("y") == null && Verifier.nondetInt() * 0 == 0;
    }
}
