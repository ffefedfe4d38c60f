// SPDX-License-Identifier: Apache-2.0

// Numbers made of bits, shifts by unknown amounts, products and casts wrap as the JVM's do. Each program fails on the input
// above it.

// fails: 5 32
class Bits0 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (y > 31 && x << y == 5) throw new IllegalStateException();
    }
}

// fails: -1 33
class Bits1 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (y > 32 && x >>> y == Integer.MAX_VALUE) throw new IllegalStateException();
    }
}

// fails: -8 -1
class Bits2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (y < 0 && x >> y == -1) throw new IllegalStateException();
    }
}

// fails: 65536 65536
class Bits3 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (x > 1 && y > 1 && x * y == 0) throw new IllegalStateException();
    }
}

// fails: -2147483648 -1
class Bits4 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (x != 0 && y == -1 && x * y == x) throw new IllegalStateException();
    }
}

// fails: 1431655766
class Bits5 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x * 3 == 2 && x > 1) throw new IllegalStateException();
    }
}

// fails: 715827883
class Bits6 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x > 0 && x * 6 < 10) throw new IllegalStateException();
    }
}

// fails: 4611686018427387904L
class Bits7 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if (x != 0 && x * 4 == 0) throw new IllegalStateException();
    }
}

// fails: 3037000500L
class Bits8 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if (x > 0 && x * x < 0) throw new IllegalStateException();
    }
}

// fails: 255
class Bits9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((byte) (x ^ 1) == -2 && x > 200) throw new IllegalStateException();
    }
}

// fails: -1
class Bits10 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if ((x & 0xff) + (x >>> 24) == 510) throw new IllegalStateException();
    }
}

// fails: -2147483648
class Bits11 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (Integer.bitCount(x) == 1 && x < 0) throw new IllegalStateException();
    }
}

// fails: 1 40
class Bits12 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        long z = (long) x << y;
        if (z == 1L << 40) throw new IllegalStateException();
    }
}

// fails: 1 40
class Bits13 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        long z = x << y;
        if (z == 256 && y == 40) throw new IllegalStateException();
    }
}

// fails: -2147483648
class Bits14 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (Integer.compare(x, 0) < 0 && -x < 0) throw new IllegalStateException();
    }
}

// fails: 2147483647
class Bits15 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x + 1 < x) throw new IllegalStateException();
    }
}

// fails: -2147483648
class Bits16 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x / -1 == x && x != 0) throw new IllegalStateException();
    }
}

// fails: 2147483647 2147483647
class Bits17 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (x > 0 && y > 0 && (x + y) / 2 < 0) throw new IllegalStateException();
    }
}

// fails: -2147483648L
class Bits18 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        if ((int) -x == (int) x && (int) x != 0) throw new IllegalStateException();
    }
}
