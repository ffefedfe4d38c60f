// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeEqualsFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString(), c = Verifier.nondetString();
        assert !(a + b + c).equals("abc") || a.length() != 1 || b.length() != 0;
    }
}
