// expect: false (-10, or ArithmeticException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AddExactFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Math.addExact(x, 10);
        assert y != 0;
    }
}
