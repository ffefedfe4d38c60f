// expect: false (the mixing can be undone)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MixFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int h = x * 31 + 7;
        h ^= h >>> 16;
        assert h != 0x12345678;
    }
}
