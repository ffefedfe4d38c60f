// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class GrayTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 1000) return;
        int g = x ^ x >> 1, h = x + 1 ^ x + 1 >> 1;
        assert Integer.bitCount(g ^ h) == 1;
    }
}
