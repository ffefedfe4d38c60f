// expect: false (3 to the fifth has an inverse modulo 2 to the 32)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class OverflowLoopFalse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int s = n;
        for (int i = 0; i < 5; i++) s *= 3;
        assert s != 1;
    }
}
