// expect: false (the remainder of a negative number is negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RemainderFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int r = x % 5;
        assert r >= 0;
    }
}
