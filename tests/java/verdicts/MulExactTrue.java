// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MulExactTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        try {
            int c = Math.multiplyExact(a, b);
            assert (long) c == (long)a * b;
        } catch (ArithmeticException e) {
            assert "integer overflow".equals(e.getMessage());
        }
    }
}
