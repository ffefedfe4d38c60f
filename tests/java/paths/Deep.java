// SPDX-License-Identifier: Apache-2.0
// Places that are hard to reach, or cannot be.
package paths;

class Deep {
    static int state(int[] codes) {
        int at = 0;
        for (int c : codes) {
            if (at == 0 && c == 71) at = 1;
            else if (at == 1 && c == 69) at = 2;
            else if (at == 2 && c == 84) at = 3;
            else if (at == 3 && c == 32) at = 4;
            else at = 0;
        }
        if (at == 4) return target();
        return helper(codes);
    }
    static int target() { return 7; }
    static int helper(int[] codes) {
        int n = 0;
        for (int c : codes) if (c > 100) n += odd(c);
        return n;
    }
    static int odd(int c) { return c % 2 == 0 ? 0 : 1; }
    static int never(int x) {
        int y = x * x;
        if (y % 4 == 2 && y >= 0 && x < 1000 && x > -1000)
            return target();
        return 0;
    }
    static int unrelated() { return 1; }
    static int wraps(int x) { // raises nothing
        if (x > 0 && x + 1 < 0)
            return 7;
        return 0;
    }
    static int isNothing(double d) {
        if (d != d)
            return 7;
        return 0;
    }
}
