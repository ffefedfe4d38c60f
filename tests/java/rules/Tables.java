// SPDX-License-Identifier: Apache-2.0

// An element of a table at an unknown index, and what functions of a character give, are cases of few pieces
// (symbolic_table.c, symbolic_string.c). Each program fails on the input above it.

// fails: 15
class Tables0 {
    static final int[] T = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 15) return;
        if (T[x] == 99) throw new IllegalStateException();
    }
}

// fails: 7
class Tables1 {
    static final int[] T = {0, 1, 2, 3, 4, 5, 6, 8, 8, 9, 10, 11, 12, 13, 14, 15};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 15) return;
        if (T[x] == 8) throw new IllegalStateException();
    }
}

// fails: 0
class Tables2 {
    static final int[] T = {-1, 1, 1, 1, 1, 1, 1, 1};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 7) return;
        if (T[x] < 0) throw new IllegalStateException();
    }
}

// fails: 8
class Tables3 {
    static final int[] T = {1, 2, 3, 4, 5, 6, 7, 8};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0) return;
        if (T[x] == 2) throw new IllegalStateException();
    }
}

// fails: 3
class Tables4 {
    static final int[] T = {1, 1, 1, Integer.MAX_VALUE, 1, 1, 1, 1};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 7) return;
        if (T[x] + x == Integer.MIN_VALUE + 2) throw new IllegalStateException();
    }
}

// fails: 5
class Tables5 {
    static final byte[] T = {1, 2, 3, 4, 5, (byte) 200, 7, 8};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 7) return;
        if (T[x] == (byte) 200) throw new IllegalStateException();
    }
}

// fails: 6
class Tables6 {
    static final char[] T = {0, 1, 2, 3, 4, 5, '\uffff', 7};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 7) return;
        if (T[x] == 65535) throw new IllegalStateException();
    }
}

// fails: 4
class Tables7 {
    static final long[] T = {1, 2, 4, 8, 1L << 40, 5, 6, 7};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 7) return;
        if (T[x] == 1L << 40) throw new IllegalStateException();
    }
}

// fails: 2
class Tables8 {
    static int[] T = {0, 1, 2, 3};
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 3) return;
        T[2] = 9;
        if (T[x] == 9) throw new IllegalStateException();
    }
}

// fails: 3 1
class Tables9 {
    static final int[][] T = {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 7, 5, 6}};
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        if (x < 0 || x > 3 || y < 0 || y > 3) return;
        if (T[x][y] == 7) throw new IllegalStateException();
    }
}

// fails: (char)8490
class Tables10 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c != 'k' && Character.toLowerCase(c) == 'k') throw new IllegalStateException();
    }
}

// fails: (char)304
class Tables11 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c != 'I' && Character.toLowerCase(c) == 'i') throw new IllegalStateException();
    }
}

// fails: (char)305
class Tables12 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c > 'z' && Character.toUpperCase(c) == 'I') throw new IllegalStateException();
    }
}

// fails: (char)1635
class Tables13 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.isDigit(c) && c - '0' > 9) throw new IllegalStateException();
    }
}

// fails: (char)8544
class Tables14 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.getNumericValue(c) == 1 && !Character.isDigit(c)) throw new IllegalStateException();
    }
}

// fails: (char)178
class Tables15 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (!Character.isDigit(c) && Character.getNumericValue(c) == 2) throw new IllegalStateException();
    }
}

// fails: (char)181
class Tables16 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (c < 256 && Character.toUpperCase(c) > 255) throw new IllegalStateException();
    }
}

// fails: (char)65281
class Tables17 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (!Character.isLetterOrDigit(c) && c > 65280 && c < 65296) throw new IllegalStateException();
    }
}

// fails: (char)28
class Tables18 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.isWhitespace(c) && c != ' ' && (c < 9 || c > 13)) throw new IllegalStateException();
    }
}
