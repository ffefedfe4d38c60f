// expect: false (x = 111)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SquareFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x > 0 && x < 1000);
        assert x * x != 12321;
    }
}
