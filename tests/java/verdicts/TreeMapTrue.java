// expect: true (keys come in order)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TreeMapTrue {
    public static void main(String[] args) {
        java.util.TreeMap<Integer, Integer> m = new java.util.TreeMap<>();
        for (int i = 0; i < 3; i++) m.put(Verifier.nondetInt(), i);
        int last = Integer.MIN_VALUE;
        for (int k : m.keySet()) {
            assert k >= last;
            last = k;
        }
    }
}
