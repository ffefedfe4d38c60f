// expect: true (all ways return)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeReturnTrue {
    static boolean inside(int x, int y) {
        if (x < 0) return false;
        if (y < 0) return false;
        if (x > 9) return false;
        return y <= 9;
    }
    static int find(int a, int b, int k) {
        int r = -1;
        if (a == k)
            r = 0;
        else if (b == k)
            r = 1;
        return r;
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        boolean in = inside(x, y);
        int f = find(x, y, 4);
        assert in == (x >= 0 & x <= 9 & y >= 0 & y <= 9);
        assert f < 0 ? x != 4 && y != 4 : f == 0 ? x == 4 : y == 4 && x != 4;
    }
}
