// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** The same values, but what the path says of them differs. */
public class StateFactFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = x;
        boolean f = false;
        while (Verifier.nondetBoolean()) {
            if (f) {
                if (x > 10)
                    y = 3;
            } else if (x < 20)
                f = true;
            if (y == 3 && x == 15)
                throw new RuntimeException();
        }
    }
}
