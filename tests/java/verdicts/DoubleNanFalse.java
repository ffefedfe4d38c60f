// expect: false (NaN is not equal to itself)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoubleNanFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        assert d == d;
    }
}
