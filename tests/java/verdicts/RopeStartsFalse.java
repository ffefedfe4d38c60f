// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeStartsFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        assert !(a + "-" + b).startsWith("x-y");
    }
}
