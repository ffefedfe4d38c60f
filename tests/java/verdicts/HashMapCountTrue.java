// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HashMapCountTrue {
    public static void main(String[] args) {
        java.util.Map<String, Integer> m = new java.util.HashMap<>();
        String[] k = {"a", "b", "c"};
        for (int i = 0; i < 4; i++) {
            int x = Verifier.nondetInt();
            if (x < 0 || x > 2) return;
            m.merge(k[x], 1, Integer::sum);
        }
        int s = 0;
        for (int v : m.values()) s += v;
        assert s == 4;
    }
}
