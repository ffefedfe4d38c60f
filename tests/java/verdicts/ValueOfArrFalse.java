// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfArrFalse {
    public static void main(String[] args) {
        char[] cs = {'a', Verifier.nondetChar(), 'c'};
        String s = String.valueOf(cs), t = String.copyValueOf(cs, 1, 2);
        assert !t.equals("zc") || !s.contains("az");
    }
}
