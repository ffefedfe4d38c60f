// expect: true (half of each fits)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongTrue {
    public static void main(String[] args) {
        long a = Verifier.nondetLong() / 2;
        long b = Verifier.nondetLong() / 2;
        if (a > 0 && b > 0) assert a + b > 0;
    }
}
