// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BitCountTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 255) return;
        int n = 0;
        for (int y = x; y != 0; y &= y - 1) n++;
        assert n == Integer.bitCount(x);
    }
}
