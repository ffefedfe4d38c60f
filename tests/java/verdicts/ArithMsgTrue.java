// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArithMsgTrue {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        try {
            int q = 10 / d;
            assert d != 0 && q <= 10 && q >= -10;
        } catch (ArithmeticException e) {
            assert d == 0 && e.getMessage().equals("/ by zero");
        }
    }
}
