// expect: true (conditions on floats; floats themselves part)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeFloatTrue {
    public static void main(String[] args) {
        int n = 0;
        double d = 0;
        for (int i = 0; i < 6; i++) {
            double x = Verifier.nondetDouble();
            if (x > 0.5)
                n++;
            else if (x != x)
                n += 2;
        }
        if (n > 3)
            d = 1.5;
        else
            d = -1.5;
        assert d * d == 2.25 && n <= 12;
    }
}
