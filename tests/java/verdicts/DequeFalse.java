// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DequeFalse {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> q = new java.util.ArrayDeque<>();
        for (int i = 0; i < 4; i++) {
            int op = Verifier.nondetInt();
            if (op == 1)
                q.push(i);
            else if (op == 2)
                q.offer(i);
            else if (op == 3)
                q.pop();
        }
        assert q.size() < 4;
    }
}
