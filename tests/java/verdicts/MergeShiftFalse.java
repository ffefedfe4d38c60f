// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeShiftFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = 0;
        if ((x & 7) == 5)
            y = x << 28;
        else
            y = x >>> 28;
        assert y != 0x50000000;
    }
}
