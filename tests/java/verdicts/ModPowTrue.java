// expect: true (masking is the remainder, for what is not negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ModPowTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0);
        assert x % 8 == (x & 7);
    }
}
