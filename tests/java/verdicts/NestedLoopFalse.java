// expect: false (6 by 7)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NestedLoopFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        Verifier.assume(a >= 0 && a < 8 && b >= 0 && b < 8);
        int n = 0;
        for (int i = 0; i < a; i++)
            for (int k = 0; k < b; k++) n++;
        assert n != 42;
    }
}
