// expect: false (minus zero)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NegZeroFalse {
    public static void main(String[] args) {
        double f = Verifier.nondetDouble();
        if (f == 0.0) assert 1.0 / f > 0;
    }
}
