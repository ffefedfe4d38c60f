// SPDX-License-Identifier: Apache-2.0

// Live registers, handlers, classes initialised and what an integer operation does. Each program fails on the input
// above it.

// fails: true true false
class Flow0 {
    public static void main(String[] args) {
        int n = 0, k = 0;
        try {
            while (Verifier.nondetBoolean()) {
                n = Math.min(n + 1, 2);
                if (n == 2) k = 1;
            }
            int[] a = new int[1];
            a[k] = 1;
        } catch (IndexOutOfBoundsException e) {
            if (n == 2) throw new IllegalStateException();
        }
    }
}

// fails: true true false
class Flow1 {
    static class C { static int v = 5; }
    public static void main(String[] args) {
        int n = 0;
        while (Verifier.nondetBoolean()) n = C.v + Math.min(n, 1);
        if (n == 6) throw new IllegalStateException();
    }
}

// fails: 1 2
class Flow2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int z = 0;
        try {
            z = 1;
            if (x == 1) throw new ArithmeticException();
            z = 2;
        } catch (ArithmeticException e) {
            z += y;
        } finally {
            z *= 2;
        }
        if (z == 6) throw new IllegalStateException();
    }
}

// fails: -2147483648 -1
class Flow3 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (y == 0) return;
        if (x / y == x && x < 0 && y < 0) throw new IllegalStateException();
    }
}

// fails: -2147483648
class Flow4 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (Math.abs(x) < 0) throw new IllegalStateException();
    }
}

// fails: 33
class Flow5 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (1 << x == 2 && x != 1) throw new IllegalStateException();
    }
}

// fails: -1
class Flow6 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x >>> 28 == 15 && x >> 28 == -1) throw new IllegalStateException();
    }
}

// fails: -7
class Flow7 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x % 4 == -3 && Math.floorMod(x, 4) == 1) throw new IllegalStateException();
    }
}

// fails: 65536
class Flow8 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x * x == 0 && x != 0) throw new IllegalStateException();
    }
}

// fails: 46341
class Flow9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x > 0 && x * x < 0) throw new IllegalStateException();
    }
}

// fails: 4294967296L
class Flow10 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if ((int) x == 0 && x != 0) throw new IllegalStateException();
    }
}

// fails: -9223372036854775808L
class Flow11 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if (x == -x && x != 0) throw new IllegalStateException();
    }
}

// fails: NaN
class Flow12 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        if (d != d) throw new IllegalStateException();
    }
}

// fails: -0.0
class Flow13 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        if (d == 0 && 1 / d < 0) throw new IllegalStateException();
    }
}

// fails: 1e300
class Flow14 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        if ((float) d == Float.POSITIVE_INFINITY && d < 1e301) throw new IllegalStateException();
    }
}

// fails: 3e9
class Flow15 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        if ((int) d == Integer.MAX_VALUE && d < 4e9) throw new IllegalStateException();
    }
}

// fails: 16777217
class Flow16 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((int) (float) x != x) throw new IllegalStateException();
    }
}

// fails: 9007199254740993L
class Flow17 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if ((long) (double) x != x) throw new IllegalStateException();
    }
}

// fails: 0.1f
class Flow18 {
    public static void main(String[] args) {
        float f = Verifier.nondetFloat();
        if (f > 0.1 && f < 0.100001) throw new IllegalStateException();
    }
}

// fails: -129
class Flow19 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((byte) x > 0 && x < 0) throw new IllegalStateException();
    }
}

// fails: 65601
class Flow20 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((char) x == 'A' && x > 65) throw new IllegalStateException();
    }
}

// fails: -32769
class Flow21 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((short) x > 0 && x < 0) throw new IllegalStateException();
    }
}
