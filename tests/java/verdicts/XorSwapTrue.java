// expect: true (three exclusive ors swap)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class XorSwapTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        int x = a;
        int y = b;
        x ^= y;
        y ^= x;
        x ^= y;
        assert x == b && y == a;
    }
}
