// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AckermannTrue2 {
    static int a(int m, int n) { return m == 0 ? n + 1 : n == 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
    public static void main(String[] args) {
        int m = Verifier.nondetInt(), n = Verifier.nondetInt();
        if (m < 0 || m > 3) return;
        if (n < 0 || n > 4) return;
        int r = a(m, n);
        assert m < 2 || r >= 4;
    }
}
