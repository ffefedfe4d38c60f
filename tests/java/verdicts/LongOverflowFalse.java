// expect: false (the sum of two positive longs may wrap)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongOverflowFalse {
    public static void main(String[] args) {
        long a = Verifier.nondetLong();
        long b = Verifier.nondetLong();
        if (a > 0 && b > 0) assert a + b > 0;
    }
}
