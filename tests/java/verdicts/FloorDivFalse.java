// expect: false (negative numbers)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloorDivFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert Math.floorMod(x, 10) == x % 10;
    }
}
