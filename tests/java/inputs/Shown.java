// SPDX-License-Identifier: Apache-2.0
package shown;

/** Calls as a person would write them. */
public class Shown {
    public static class Box {
        final int v;

        public Box(int v) {
            this.v = v;
        }
    }

    public static class Pair {
        final Box left;

        public Pair(Box left) {
            this.left = left;
        }
    }

    public int plain(int x) {
        return 10 / x;
    }

    public static int nested(Pair p) {
        return p != null && p.left != null ? 10 / (p.left.v - 7) : 0;
    }

    public static int twice(Box a, Box b) {
        return a != null && a == b ? a.v / (a.v - a.v) : 0;
    }

    public static int sign(String s) {
        if (s != null && s.length() == 2 && !Character.isLetter(s.charAt(1)))
            throw new IllegalStateException("bad " + s);
        return 0;
    }

    public static int many(int n) {
        if (n > 1048575)
            throw new ArithmeticException("too many: " + n);
        return n;
    }
}
