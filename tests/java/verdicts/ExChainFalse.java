// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ExChainFalse {
    public static void main(String[] args) {
        try {
            Integer.parseInt(Verifier.nondetString());
        } catch (NumberFormatException e) {
            RuntimeException r = new RuntimeException("wrapped", e);
            if (r.getCause() == e && Verifier.nondetBoolean()) throw r;
        }
    }
}
