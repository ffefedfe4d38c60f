// expect: false (another exception than the one caught)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CatchWrongFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        int[] a = {1, 2, 3};
        try {
            a[i]++;
        } catch (ArithmeticException e) {
            i = 0;
        }
    }
}
