// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ApartGeneratorFalse {
    private static int seed = 1;

    private static void next() {
        seed = seed * 5 + 3 & 63;
    }

    public static void main(String[] args) {
        while (true) {
            if (Verifier.nondetBoolean()) next();
            if (Verifier.nondetBoolean()) assert seed != 40; // its 38th number
        }
    }
}
