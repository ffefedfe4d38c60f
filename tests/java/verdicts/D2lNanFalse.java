// expect: false (NaN becomes 0)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class D2lNanFalse {
    public static void main(String[] args) {
        double f = Verifier.nondetDouble();
        if ((long) f == 0) assert f > -1.0 && f < 1.0;
    }
}
