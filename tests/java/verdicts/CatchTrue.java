// expect: true (the exception is caught)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CatchTrue {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        int q;
        try {
            q = 10 / d;
        } catch (ArithmeticException e) {
            q = 0;
        }
        assert d != 0 || q == 0;
    }
}
