// expect: false (what finally throws replaces what was thrown)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NestedTryFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            try {
                if (x == 1) throw new IllegalArgumentException();
            } finally {
                if (x == 1) throw new IllegalStateException();
            }
        } catch (IllegalArgumentException e) {
        }
    }
}
