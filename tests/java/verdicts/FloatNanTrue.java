// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatNanTrue {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        if (x != x) {
            assert Double.isNaN(x) && !(x < 0) && !(x >= 0) && Double.compare(x, 0.0) > 0;
        } else
            assert x == x && (x <= 0 || x > 0);
    }
}
