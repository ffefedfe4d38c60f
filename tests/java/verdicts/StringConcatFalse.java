// expect: false (12 and 3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StringConcatFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        Verifier.assume(a >= 0 && a < 100);
        String s = "" + a + 3;
        assert !s.equals("123");
    }
}
