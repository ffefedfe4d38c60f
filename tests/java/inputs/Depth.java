// SPDX-License-Identifier: Apache-2.0
package inputs;

/** What --call-depth leaves unknown. */
public class Depth {
    private int state;

    static int absolute(int a) { return a < 0 ? -a : a; }

    static int hash(int a) { // slow to follow, easy to take for unknown
        int h = a;
        for (int i = 0; i < 200; i++) h = h * 31 + (h >>> 7);
        return h & 3;
    }

    static Depth made(int a) { return a > 3 ? new Depth() : null; }

    static int never(int a) { // the absolute value of no number is -5
        return absolute(a) == -5 ? 1 / 0 : 0;
    }

    static int priced(String s) { // null, "EUR " and "a" are the shortest that fail
        if (s.startsWith("EUR ")) return Integer.parseInt(s.substring(4));
        return s.isEmpty() ? 0 : Integer.parseInt(s);
    }

    static int large(int[] a) { // frisk tries none that large
        return a != null && a.length >= 5000 ? 1 / 0 : 0;
    }

    static int hashed(int a) {
        return hash(a) == 2 ? 10 / (a - 100) : a == 100 ? 10 / (a - 100) : 0; // error: ArithmeticException
    }

    static int held(int a) {
        return made(a).state; // error: NullPointerException
    }

    static int twice(int a) { return once(a); }

    static int once(int a) { return absolute(a) == -7 ? 1 / (a + 1) : 0; }
}
