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
}
