// expect: true (each number up to 9 comes down to 1 in fewer than 20 steps)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CollatzTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 1 && n <= 9);
        int steps = 0;
        while (n != 1 && steps < 20) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        assert n == 1;
    }
}
