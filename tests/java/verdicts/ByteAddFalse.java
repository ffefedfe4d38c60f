// expect: false (127 + 1 wraps)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ByteAddFalse {
    public static void main(String[] args) {
        byte b = Verifier.nondetByte();
        b += 1;
        assert b != -128;
    }
}
