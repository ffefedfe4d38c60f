// expect: true (by the definition of the remainder, JLS 15.17.3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DivModTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        long v = Verifier.nondetLong();
        long w = Verifier.nondetLong();
        Verifier.assume(y != 0 && w != 0);
        assert x / y * y + x % y == x;
        assert v / w * w + v % w == v;
    }
}
