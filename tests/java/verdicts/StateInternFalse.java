// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Only identity tells the states apart. */
public class StateInternFalse {
    public static void main(String[] args) {
        String x = "p", y = "p";
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetInt() == 3)
                y = new String("p");
            else if (Verifier.nondetInt() == 4)
                y = y.intern();
            assert x == y;
        }
    }
}
