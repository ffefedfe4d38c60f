// expect: false (NoClassDefFoundError after the initializer failed)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ClinitFalse {
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
