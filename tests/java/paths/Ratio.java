// SPDX-License-Identifier: Apache-2.0
// Fractions (figures 3.1 and 3.9).
package paths;

class Ratio {
    int n, d;

    void simplify() {
        int gcd = Numbers.gcd(n, d);
        n = n / gcd;
        d = d / gcd;
    }

    void simplifyBy(int a, int b) {
        int gcd = Numbers.bounded(a, b);
        if (gcd != 0) {
            n = n / gcd;
            d = d / gcd;
        }
    }

    Ratio[] simp(Ratio[] rs) {
        int length = rs.length;
        Ratio[] oldRs = new Ratio[length];
        arraycopy(rs, oldRs, length);
        for (int i = 0; i < length; i++) rs[i].simplify();
        return oldRs;
    }

    Ratio[] simpBy(Ratio[] rs) {
        int length = rs.length;
        Ratio[] oldRs = new Ratio[length];
        System.arraycopy(rs, 0, oldRs, 0, length);
        for (int i = 0; i < length; i++) rs[i].simplifyBy(rs[i].n, rs[i].d);
        return oldRs;
    }

    // Within the bounds of paths, as the published summary of the native method is.
    static void arraycopy(Ratio[] from, Ratio[] to, int length) {
        for (int i = 0; i < length; i++) to[i] = from[i];
    }
}
