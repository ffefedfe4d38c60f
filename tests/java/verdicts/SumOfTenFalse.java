// expect: false (one of ten may be no number)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SumOfTenFalse {
    public static void main(String[] args) {
        double sum = 0;
        for (int i = 0; i < 10; i++) {
            double x = Verifier.nondetDouble();
            Verifier.assume(!(x < 0) && !(x > 1));
            sum += x;
        }
        assert sum <= 10;
    }
}
