// expect: true (undecided: one path per length of texts beyond ASCII; lengths are not negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringLengthTrue {
    public static void main(String[] args) {
        assert Verifier.nondetString().length() >= 0;
    }
}
