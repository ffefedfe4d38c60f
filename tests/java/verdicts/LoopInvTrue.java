// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LoopInvTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 60) return;
        int y = 0, z = x;
        while (z > 0) {
            z--;
            y += 2;
        }
        assert y == 2 * x;
    }
}
