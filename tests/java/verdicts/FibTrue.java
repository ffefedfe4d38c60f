// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FibTrue {
    static int fib(int n) { return n < 1 ? 0 : n == 1 ? 1 : fib(n - 1) + fib(n - 2); }
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n > 12) return;
        assert n >= 0 ? fib(n) >= n - 1 : fib(n) == 0;
    }
}
