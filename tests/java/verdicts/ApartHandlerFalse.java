// expect: false
// SPDX-License-Identifier: Apache-2.0
// What only a handler reads is part of the state.
import verdict.Verifier;

public class ApartHandlerFalse {
    public static void main(String[] args) {
        int bad = 0;
        for (int i = 0; i < 12; i++) {
            int k = Verifier.nondetBoolean() ? 1 : 0;
            try {
                if (Verifier.nondetBoolean()) bad = k;
                if (Verifier.nondetBoolean()) throw new IllegalStateException();
            } catch (IllegalStateException e) {
                assert bad == 0 || i < 9;
            }
        }
    }
}
