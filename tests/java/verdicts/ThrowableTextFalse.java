// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ThrowableTextFalse {
    public static void main(String[] args) {
        try {
            throw new RuntimeException("x" + Verifier.nondetInt());
        } catch (RuntimeException e) {
            assert !e.toString().endsWith(": x-12");
        }
    }
}
