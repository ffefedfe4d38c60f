// expect: true (quotient and remainder give the number back)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RemainderTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert x / 7 * 7 + x % 7 == x;
    }
}
