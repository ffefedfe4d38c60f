// expect: false (15 and 8, for example)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoubleNonlinFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        double y = Verifier.nondetDouble();
        if (x * y > 100.0 && x + y < 25.0 && x > 0 && y > 0 && x - y > 3.0) assert false;
    }
}
