// expect: false (ad)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RegexFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.matches("[a-c]+d");
    }
}
