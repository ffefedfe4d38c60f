// expect: true (both ways wrap around)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeWrapTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = 5, z = 0;
        if (Verifier.nondetBoolean()) {
            y = x + 1;
            z++;
        } else {
            y = x - 1;
        }
        if (z > 0) {
            assert y == x + 1;
            assert y > x || x == Integer.MAX_VALUE;
        } else
            assert y < x || x == Integer.MIN_VALUE;
    }
}
