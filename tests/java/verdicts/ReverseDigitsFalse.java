// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ReverseDigitsFalse {
    public static void main(String[] args) {
        String s = String.valueOf(Verifier.nondetInt());
        int v = Integer.parseInt(new StringBuilder(s).reverse().toString());
        assert v != 321;
    }
}
