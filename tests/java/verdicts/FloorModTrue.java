// expect: true (the remainder of a division that rounds down has the sign of the divisor)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloorModTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Verifier.assume(y > 0);
        int r = Math.floorMod(x, y);
        assert r >= 0 && r < y;
        assert x % y == 0 || x % y > 0 == x > 0;
    }
}
