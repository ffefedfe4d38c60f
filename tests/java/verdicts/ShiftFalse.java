// expect: false (the shift count is taken modulo 32)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShiftFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x == 32 || x == 3);
        assert (1 << x) > 1;
    }
}
