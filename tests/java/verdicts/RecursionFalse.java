// expect: false (fib(10) is 55)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RecursionFalse {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 10);
        assert fib(n) != 55;
    }
}
