// expect: true (the difference of two ints fits a long)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongCompareTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        long d = (long) a - b;
        assert (d < 0) == (a < b);
    }
}
