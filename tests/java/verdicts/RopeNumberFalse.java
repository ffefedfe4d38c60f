// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeNumberFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        b.append(Verifier.nondetInt()).append('L');
        assert !b.toString().equals("x-5L");
    }
}
