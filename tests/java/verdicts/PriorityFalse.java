// expect: false (two may be equal)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PriorityFalse {
    public static void main(String[] args) {
        java.util.PriorityQueue<Integer> q = new java.util.PriorityQueue<>();
        for (int i = 0; i < 3; i++) q.add(Verifier.nondetInt());
        assert q.poll() < q.poll();
    }
}
