// expect: true (n & (n - 1) clears the lowest bit)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PowerOfTwoTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n > 0 && n <= 64);
        boolean power = (n & (n - 1)) == 0;
        boolean listed = n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32 || n == 64;
        assert power == listed;
    }
}
