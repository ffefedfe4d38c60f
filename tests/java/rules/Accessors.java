// SPDX-License-Identifier: Apache-2.0

// A method that only reads and writes fields and computes needs no search (harmless.c); each of these does a little
// more, and fails on the input above it.

// fails: 9
class UAccessor0 {
    static final int[] T = {1, 2};
    static int f(int x) { return T[x]; }
}

// fails: 0
class UAccessor1 {
    static int f(int x) { return 7 / x; }
}

// fails: 0L
class UAccessor2 {
    static long f(long x) { return 7 % x; }
}

// fails: null
class UAccessor3 {
    static int f(String s) { return s.length(); }
}

// fails: -1
class UAccessor4 {
    static Object f(int n) { return new int[n]; }
}

// fails: 3
class UAccessor5 {
    private static int v;
    private static final int[] w = new int[2];
    static int f(int x) { v = x; return w[v]; }
}

// fails: 5
class UAccessor6 {
    static void f(int x) { if (x == 5) throw new IllegalStateException(); }
}

// fails: 200
class UAccessor7 {
    static int g(int x) { if (x > 100) throw new IllegalStateException(); return x; }
    static int f(int x) { return g(x); }
}

// fails: 0
class UAccessor8 {
    static Object f(int x) { Object o = x == 0 ? "a" : Integer.valueOf(1); return (Integer) o; }
}

// fails: null
class UAccessor9 {
    static int f(Integer x) { return x; }
}

// fails: 1
class UAccessor10 {
    static int f(int x) { Object o = null; if (x == 1) return o.hashCode(); return 0; }
}

// fails: -3
class UAccessor11 {
    static int f(int x) { return Math.addExact(x, Integer.MIN_VALUE); }
}
