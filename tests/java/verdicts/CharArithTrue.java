// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharArithTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        c += 1;
        int i = c;
        byte b = (byte)c;
        short s = (short)c;
        assert i >= 0 && i <= 65535 && (b & 0xff) == (i & 0xff) && (s & 0xffff) == i;
    }
}
