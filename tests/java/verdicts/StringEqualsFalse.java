// expect: false (the text may be the secret)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringEqualsFalse {
    public static void main(String[] args) {
        assert !Verifier.nondetString().equals("secret");
    }
}
