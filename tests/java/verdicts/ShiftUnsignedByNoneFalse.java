// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// Only an amount of 0 leaves the sign: of 64 of them one in the program's range.
public class ShiftUnsignedByNoneFalse {
    public static void main(String[] args) {
        int v = Verifier.nondetInt(), s = Verifier.nondetInt();
        Verifier.assume(s > 40 && s < 90 && v < 0);
        assert v >>> s >= 0;
    }
}
