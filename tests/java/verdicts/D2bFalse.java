// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class D2bFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        byte b = (byte) d;
        assert !(d > 1000 && b == 7);
    }
}
