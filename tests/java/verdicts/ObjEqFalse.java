// expect: false (equal records)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ObjEqFalse {
    record P(int v) { }

    public static void main(String[] args) {
        P a = new P(Verifier.nondetInt()), b = new P(Verifier.nondetInt());
        assert !a.equals(b);
    }
}
