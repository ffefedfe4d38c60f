// expect: true (0 .. 127 fits)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NarrowByteTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x <= 127);
        byte b = (byte) x;
        assert b == x;
    }
}
