// expect: unknown (NoClassDefFoundError: an Error that is no assertion's; never a proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ClinitErrorUnknown {
    static class K {
        static int x = 1 / zero();
        static int zero() { return 0; }
    }

    public static void main(String[] args) {
        if (Verifier.nondetBoolean()) {
            try { K.x++; } catch (Throwable t) { }
            K.x++;
        }
    }
}
