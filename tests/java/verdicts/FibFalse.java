// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FibFalse {
    static int fib(int n) { return n < 1 ? 0 : n == 1 ? 1 : fib(n - 1) + fib(n - 2); }
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n > 20) return;
        assert fib(n) != 233;
    }
}
