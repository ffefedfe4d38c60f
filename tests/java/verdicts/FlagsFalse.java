// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FlagsFalse {
    public static void main(String[] args) {
        boolean a = Verifier.nondetBoolean(), b = Verifier.nondetBoolean(), c = Verifier.nondetBoolean(), d = Verifier.nondetBoolean(), e = Verifier.nondetBoolean();
        boolean f = (a || !b) && (b || !c) && (c || d) && (!d || e) && (!a || !e) && (b || e);
        assert !f;
    }
}
