// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Merged ways make the counter depend on the input; it comes down to a few numbers again. */
public class StateCounterTrue {
    public static void main(String[] args) {
        int x = 0;
        while (true) {
            int d = Verifier.nondetInt();
            if (d == 1)
                x++;
            else if (d == 2)
                x--;
            else if (d == 3)
                break;
            if (x < -1)
                x = -1;
            if (x > 6)
                x = 6;
            assert x <= 6 && x >= -1;
        }
    }
}
