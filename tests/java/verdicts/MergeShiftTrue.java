// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeShiftTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = x;
        long l = x;
        if (x < 0) {
            y = x >>> 1;
            l = -l;
        } else {
            y = x << 1 >> 1 & 0xff;
            l <<= 3;
        }
        assert y >= 0 && l >= 0 && (x >= 0 || y == (x >>> 1));
    }
}
