// expect: false (cba)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbReverseFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Verifier.assume(s.length() == 3);
        assert !new StringBuilder(s).reverse().toString().equals("abc");
    }
}
