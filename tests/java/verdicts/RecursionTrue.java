// expect: true (the factorial of up to 6)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RecursionTrue {
    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 6);
        assert factorial(n) <= 720;
    }
}
