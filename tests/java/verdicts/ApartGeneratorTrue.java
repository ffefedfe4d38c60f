// expect: true
// SPDX-License-Identifier: Apache-2.0
// Merged, the generator's state would be an expression that grows with each round.
import verdict.Verifier;

public class ApartGeneratorTrue {
    private static int seed = 1;

    private static void next() {
        seed = seed * 5 + 4 & 63;
    }

    public static void main(String[] args) {
        while (true) {
            if (Verifier.nondetBoolean()) next();
            assert (seed & 1) == seed % 2 && seed < 64;
        }
    }
}
