// expect: false (the text is there, and most ranges are wrong)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SubstrRangeFalse {
    public static void main(String[] args) {
        String s = "hello world";
        int i = Verifier.nondetInt();
        int k = Verifier.nondetInt();
        String t = s.substring(i, k);
        assert !t.equals("lo w");
    }
}
