// expect: true (the low half of a long)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongBitsTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        long l = x & 0xFFFFFFFFL;
        assert l >= 0 && (int) l == x;
    }
}
