// expect: false (1 and 1000 are there already)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SetFalse {
    public static void main(String[] args) {
        java.util.HashSet<Integer> s = new java.util.HashSet<>();
        s.add(1);
        s.add(1000);
        s.add(Verifier.nondetInt());
        assert s.size() == 3;
    }
}
