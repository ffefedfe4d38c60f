// expect: false (x = 3, y = -5 for example)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LinearFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        assert 7 * x + 4 * y != 1;
    }
}
