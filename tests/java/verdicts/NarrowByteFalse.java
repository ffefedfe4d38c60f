// expect: false (128 becomes -128)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NarrowByteFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x <= 200);
        byte b = (byte) x;
        assert b == x;
    }
}
