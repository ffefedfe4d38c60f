// SPDX-License-Identifier: Apache-2.0
import java.util.*;

// Boxes and interned strings are one object or not as the JVM has it (natives_box.c, strings.c). Each program fails on the
// input above it.

// fails: 127
class Identity0 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Integer a = x, b = x;
        if (a == b && x > 100) throw new IllegalStateException();
    }
}

// fails: 128
class Identity1 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Integer a = x, b = x;
        if (a != b && x > 100) throw new IllegalStateException();
    }
}

// fails: 5
class Identity2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Integer a = new Integer(x), b = x;
        if (a != b && a.equals(b) && x == 5) throw new IllegalStateException();
    }
}

// fails: 127L
class Identity3 {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        Long a = x, b = x;
        if (a == b && x > 126) throw new IllegalStateException();
    }
}

// fails: (char)127
class Identity4 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Character a = c, b = c;
        if (a == b && c > 126) throw new IllegalStateException();
    }
}

// fails: (char)128
class Identity5 {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        Character a = c, b = c;
        if (a != b) throw new IllegalStateException();
    }
}

// fails: true
class Identity6 {
    public static void main(String[] args) {
        boolean p = Verifier.nondetBoolean();
        Boolean a = p, b = p;
        if (a == b && p) throw new IllegalStateException();
    }
}

// fails: 3
class Identity7 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Object a = (byte) x, b = (byte) x;
        if (a == b && x == 3) throw new IllegalStateException();
    }
}

// fails: 1000
class Identity8 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        List<Integer> l = List.of(x, x);
        if (l.get(0) != l.get(1)) throw new IllegalStateException();
    }
}

// fails: 7
class Identity9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Map<Integer, Integer> m = new IdentityHashMap<>();
        m.put(x, 1);
        m.put(x, 2);
        if (m.size() == 1) throw new IllegalStateException();
    }
}

// fails: 700
class Identity10 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Map<Integer, Integer> m = new IdentityHashMap<>();
        m.put(x, 1);
        m.put(x, 2);
        if (m.size() == 2) throw new IllegalStateException();
    }
}

// fails: "ab"
class Identity11 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.equals("ab") && (Object) s.intern() == "ab") throw new IllegalStateException();
    }
}

// fails: "ab"
class Identity12 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.equals("ab") && (Object) s != "ab") throw new IllegalStateException();
    }
}

// fails: true
class Identity13 {
    public static void main(String[] args) {
        boolean p = Verifier.nondetBoolean();
        String a = p ? "x" : "y", b = "x";
        if (a == b) throw new IllegalStateException();
    }
}

// fails: 0.0
class Identity14 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Double a = d, b = d;
        if (a != b && d == 0) throw new IllegalStateException();
    }
}

// fails: NaN
class Identity15 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Double a = d, b = d;
        if (a.equals(b) && d != d) throw new IllegalStateException();
    }
}

// fails: -0.0
class Identity16 {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        Double a = d, b = 0.0;
        if (d == 0 && !a.equals(b)) throw new IllegalStateException();
    }
}
