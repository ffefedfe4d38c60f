// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongMulTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        long p = (long)a * b;
        int lo = (int)p;
        assert lo == a * b;
    }
}
