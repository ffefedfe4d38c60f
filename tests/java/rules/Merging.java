// SPDX-License-Identifier: Apache-2.0

// Ways that part and meet again are one way, whose values are cases (merge.c). Each program fails on the input above it.

// fails: -2147483648
class Merging0 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int y = x < 0 ? -x : x;
        if (y < 0) throw new IllegalStateException();
    }
}

// fails: 2147483647 1
class Merging1 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int z = y > 0 ? x + 1 : x;
        if (y > 0 && z < x) throw new IllegalStateException();
    }
}

// fails: 5 3
class Merging2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int a = 0, b = 1;
        if (x == 5) a = y;
        else b = y;
        if (a == 3 && b == 1) throw new IllegalStateException();
    }
}

// fails: 3 4
class Merging3 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int[] a = new int[4];
        if (x > 0) a[x & 3] = y;
        else a[0] = 1;
        if (a[3] == 4) throw new IllegalStateException();
    }
}

// fails: 7
class Merging4 {
    static class P { int v; }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        P p = new P(), q = x > 3 ? p : new P();
        q.v = 9;
        if (p.v == 9) throw new IllegalStateException();
    }
}

// fails: 0 0
class Merging5 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int z = x == 0 ? 0 : y;
        if (x == 0) z = 10 / (y + z + 1) - 10;
        if (z == 0) throw new IllegalStateException();
    }
}

// fails: 1 0
class Merging6 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        boolean p = false;
        if (x == 1) p = y == 0;
        if (p) throw new IllegalStateException();
    }
}

// fails: 3
class Merging7 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        long z = 0;
        for (int i = 0; i < 4; i++) if ((x >> i & 1) == 1) z += 1L << 40;
        if (z == 1L << 41) throw new IllegalStateException();
    }
}

// fails: 32
class Merging8 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int z = 1;
        if (x > 31) z = z << x;
        else z = 0;
        if (z == 1) throw new IllegalStateException();
    }
}

// fails: 200
class Merging9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        byte b = 0;
        if (x > 100) b = (byte) x;
        if (b < 0) throw new IllegalStateException();
    }
}

// fails: 2
class Merging10 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int z;
        switch (x) {
        case 1: z = 5; break;
        case 2: z = 6;
        case 3: z = 7; break;
        default: z = 8;
        }
        if (z == 7 && x == 2) throw new IllegalStateException();
    }
}

// fails: 4 -4
class Merging11 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        int m = x > y ? x : y, n = x > y ? y : x;
        if (m + n == 0 && m == 4) throw new IllegalStateException();
    }
}

// fails: 9
class Merging12 {
    static int f(int x) {
        if (x > 8) return 3;
        return 4;
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int z = f(x);
        if (z == 3) throw new IllegalStateException();
    }
}

// fails: NaN
class Merging13 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        int z = d > 0 ? 1 : d <= 0 ? 2 : 3;
        if (z == 3) throw new IllegalStateException();
    }
}

// fails: -1
class Merging14 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int a = 1;
        if (x < 0) a = 0;
        int b = 5;
        if (x > 0) b = b / a;
        if (a + b == 5) throw new IllegalStateException();
    }
}

// fails: 65
class Merging15 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int[] t = {4, 5, 6};
        int i = x > 64 ? 2 : 0;
        if (x > 64) t[i]++;
        if (t[2] == 7) throw new IllegalStateException();
    }
}
