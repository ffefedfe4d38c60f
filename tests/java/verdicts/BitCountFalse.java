// expect: false (all bits but one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BitCountFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert Integer.bitCount(x) != 31;
    }
}
