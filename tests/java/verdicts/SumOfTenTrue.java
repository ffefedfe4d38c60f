// expect: true (rounding is monotone)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SumOfTenTrue {
    public static void main(String[] args) {
        double sum = 0;
        double smooth = 0;
        for (int i = 0; i < 10; i++) {
            double x = Verifier.nondetDouble();
            Verifier.assume(x >= 0 && x <= 1);
            sum += x;
            smooth = 0.5 * smooth + x;
        }
        assert sum <= 10 && smooth <= 2;
    }
}
