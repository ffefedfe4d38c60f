// expect: true (only five bits of the amount count, JLS 15.19)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShiftAmountTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int n = Verifier.nondetInt();
        assert x << n == x << (n & 31);
        assert x >> n == x >> n + 32;
    }
}
