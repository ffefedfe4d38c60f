// expect: false (infinity has none)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SinusFalse {
    public static void main(String[] args) {
        double y = Verifier.nondetDouble();
        Verifier.assume(y == y);
        double far = Math.sin(y);
        assert far >= -1 && far <= 1;
    }
}
