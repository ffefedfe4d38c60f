// expect: true (a sum over a deque)
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayDeque;
import verdict.Verifier;

public class IteratorTrue {
    public static void main(String[] args) {
        ArrayDeque<Integer> d = new ArrayDeque<>();
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 1 && n <= 3);
        for (int i = 1; i <= n; i++) d.addFirst(i);
        int sum = 0;
        while (!d.isEmpty()) sum += d.removeLast();
        assert sum == n * (n + 1) / 2;
    }
}
