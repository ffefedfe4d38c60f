// expect: true (undecided: all buckets of two keys; as many entries as keys)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HashMapNondetTrue {
    public static void main(String[] args) {
        java.util.HashMap<Integer, String> m = new java.util.HashMap<>();
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        m.put(a, "a");
        m.put(b, "b");
        assert m.size() == (a == b ? 1 : 2);
    }
}
