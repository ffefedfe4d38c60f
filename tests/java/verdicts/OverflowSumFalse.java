// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class OverflowSumFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        if (a > 0 && b > 0) assert a + b > 0;
    }
}
