// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatRangeTrue {
    public static void main(String[] args) {
        double x = Verifier.nondetDouble();
        if (!(x >= 0 && x <= 10)) return;
        double y = x * x + 1;
        assert y >= 1 && y <= 101;
    }
}
