// expect: true (the product of two shorts fits an int)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShortTrue {
    public static void main(String[] args) {
        short a = Verifier.nondetShort();
        short b = Verifier.nondetShort();
        Verifier.assume(a > 0 && b > 0);
        assert a + b > 0;
    }
}
