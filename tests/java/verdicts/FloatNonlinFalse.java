// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatNonlinFalse {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble(), y = Verifier.nondetDouble();
        if (x > 1 && x < 3 && y > 1 && y < 3) assert !(x * x - y > 2 && x + y < 4.2 && x * y > 3.5);
    }
}
