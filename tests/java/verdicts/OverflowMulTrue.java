// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class OverflowMulTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        if (a < 0 || a > 46340 || b < 0 || b > 46340) return;
        assert a * b >= 0;
    }
}
