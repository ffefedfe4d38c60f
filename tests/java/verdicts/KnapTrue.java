// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class KnapTrue {
    public static void main(String[] args) {
        int[] w = {2, 3, 4}, v = {3, 4, 5};
        int cap = Verifier.nondetInt();
        if (cap < 0 || cap > 9) return;
        int[] dp = new int[cap + 1];
        for (int i = 0; i < 3; i++)
            for (int c = cap; c >= w[i]; c--) dp[c] = Math.max(dp[c], dp[c - w[i]] + v[i]);
        assert dp[cap] <= 12 && (cap < 9 || dp[cap] == 12);
    }
}
