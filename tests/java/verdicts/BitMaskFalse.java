// expect: false (the sign bit makes the masked value negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BitMaskFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert (x & 0x80000001) >= 0;
    }
}
