// expect: true (d is not 0)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DivideTrue {
    public static void main(String[] args) {
        int d = Verifier.nondetInt();
        Verifier.assume(d > 0);
        int q = 100 / d;
        assert q <= 100 && q >= 0;
    }
}
