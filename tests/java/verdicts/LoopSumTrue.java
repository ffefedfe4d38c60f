// expect: true (Gauss, for n up to 10)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LoopSumTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 10);
        int sum = 0;
        for (int i = 1; i <= n; i++) sum += i;
        assert sum == n * (n + 1) / 2;
    }
}
