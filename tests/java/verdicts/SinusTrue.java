// expect: true (sines are between -1 and 1, and below 1 before pi / 2)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SinusTrue {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        Verifier.assume(x >= 0 && x <= 1);
        double s = Math.sin(x);
        double c = Math.cos(x);
        assert s >= 0 && s <= 0.85 && c >= 0.54 && c <= 1;
        assert s * s + c * c < 1.001;
        double y = Verifier.nondetDouble();
        double far = Math.sin(y);
        assert far >= -1 && far <= 1 || far != far;
    }
}
