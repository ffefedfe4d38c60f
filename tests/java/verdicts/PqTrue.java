// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PqTrue {
    public static void main(String[] args) {
        java.util.PriorityQueue<Integer> q = new java.util.PriorityQueue<>();
        for (int i = 0; i < 4; i++) q.add(Verifier.nondetInt());
        int a = q.poll();
        while (!q.isEmpty()) {
            int b = q.poll();
            assert a <= b;
            a = b;
        }
    }
}
