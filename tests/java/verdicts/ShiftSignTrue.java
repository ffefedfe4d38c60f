// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShiftSignTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), k = Verifier.nondetInt();
        if (k < 0 || k > 4) return;
        assert x >> k == Math.floorDiv(x, 1 << k) && (x >= 0 || (x >>> 1) > 0);
    }
}
