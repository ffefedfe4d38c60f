// expect: false (the least int has no absolute value)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BitTrickFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = x ^ (x >> 31);
        int a = y - (x >> 31);
        assert a >= 0;
    }
}
