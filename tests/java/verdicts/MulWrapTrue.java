// expect: true (multiplication commutes, wrapped or not)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MulWrapTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        assert a * b == b * a;
    }
}
