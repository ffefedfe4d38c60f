// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CrcFalse {
    static int crc(int b) {
        int c = b & 0xff;
        for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? (c >>> 1) ^ 0xEDB88320 : c >>> 1;
        return c;
    }
    public static void main(String[] args) { assert crc(Verifier.nondetInt()) != 0x3AB551CE; }
}
