// expect: false (d may be 0: ArithmeticException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DivideFalse {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        int q = 100 / d;
        if (q > 100) assert false;
    }
}
