// expect: false (comparing by subtraction overflows)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SubtractCompareFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        if (a < b) assert a - b < 0;
    }
}
