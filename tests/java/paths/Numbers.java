// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the published examples: J. M. Rojas, Test Case Generation in Object-Oriented Programming,
// UPM 2013, figures 5.1 and 3.9.
package paths;

class Numbers {
    static int lcm(int a, int b) {
        if (a < b) {
            int aux = a;
            a = b;
            b = aux;
        }
        int d = gcd(a, b);
        try {
            return abs(a * b) / d;
        } catch (Exception e) {
            return -1;
        }
    }

    static int gcd(int a, int b) {
        int res;
        while (b != 0) {
            res = a % b;
            a = b;
            b = res;
        }
        return abs(a);
    }

    static int abs(int a) {
        if (a >= 0) return a;
        else return -a;
    }

    static int bounded(int x, int y) {
        int i = 0;
        if (x == 0) return abs(y);
        while (y != 0 && i < 2) {
            if (x > y) x = x - y;
            else y = y - x;
            if (i == 2) return -1;
            i++;
        }
        return abs(x);
    }

    // Each of n * n rounds is one of an inner loop that is entered anew.
    static int square(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) sum++;
        return sum;
    }

    // n + 1 calls, one within another.
    static int down(int n) {
        return n <= 0 ? 0 : 1 + down(n - 1);
    }
}
