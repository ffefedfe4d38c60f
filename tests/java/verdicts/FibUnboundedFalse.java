// expect: false (fib(9) is 34)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FibUnboundedFalse {
    static int fib(int n) {
        if (n < 1) return 0;
        if (n == 1) return 1;
        return fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int r = fib(n);
        if (n == 9) assert r != 34;
    }
}
