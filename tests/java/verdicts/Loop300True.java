// expect: true (up to 300 rounds)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class Loop300True {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n > 0 && n < 300);
        int s = 0;
        for (int i = 0; i < n; i++) s += 2;
        assert s == 2 * n;
    }
}
