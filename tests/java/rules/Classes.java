// SPDX-License-Identifier: Apache-2.0
import java.util.*;

// What a class's initializer does, and what the program changes in the JDK's own objects. Each program fails on the input
// above it.

// fails: 1
class Classes0 {
    static class A { static int n = 1; }
    static class B { static int m = A.n; }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x == 1) A.n = 2;
        if (B.m == 2) throw new IllegalStateException();
    }
}

// fails: true true false
class Classes1 {
    static class A {
        static int v = 1;
    }
    public static void main(String[] args) {
        int k = 0;
        while (Verifier.nondetBoolean()) k = A.v;
        if (k == 1) throw new IllegalStateException();
    }
}

// fails: 3
class Classes2 {
    static class A {
        static final List<Integer> list = new ArrayList<>();
        static void g() { list.add(1); }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x > 2) A.g();
        if (A.list.size() == 1) throw new IllegalStateException();
    }
}

// fails: true
class Classes3 {
    public static void main(String[] args) {
        boolean p = Verifier.nondetBoolean();
        if (p) System.setProperty("own.key", "v");
        if ("v".equals(System.getProperty("own.key"))) throw new IllegalStateException();
    }
}

// fails: true true true false
class Classes4 {
    public static void main(String[] args) {
        int n = 0;
        while (Verifier.nondetBoolean()) {
            System.setProperty("own.n", "" + Math.min(n, 2));
            n = Math.min(n + 1, 3);
        }
        if ("2".equals(System.getProperty("own.n"))) throw new IllegalStateException();
    }
}

// fails: 0
class Classes5 {
    static class A {
        static int z = 0;
        static int y = 1 / z;
        static void f(int x) { }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            A.f(x);
        } catch (ExceptionInInitializerError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: 0
class Classes6 {
    static class A {
        static int z = 0;
        static int y = 1 / z;
        static void f() { }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            A.f();
        } catch (Error e) {
            try {
                A.f();
            } catch (NoClassDefFoundError n) {
                if (x == 0) throw new IllegalStateException();
            }
        }
    }
}

// fails: 2
class Classes7 {
    static class A {
        int v = 1;
        A() { set(); }
        void set() { v = 5; }
    }
    static class B extends A {
        void set() { v = 0; }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        A a = x == 2 ? new B() : new A();
        if (a.v == 0) throw new IllegalStateException();
    }
}

// fails: 2
class Classes8 {
    static class A {
        A() { look(); }
        void look() { }
    }
    static class B extends A {
        int w = 7, seen;
        B(int x) { if (x == 2) seen = 0; else seen = 1; }
        void look() { }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        B b = new B(x);
        if (b.w == 7 && b.seen == 0) throw new IllegalStateException();
    }
}

// fails: 1 2
class Classes9 {
    interface I { default int g() { return 9; } }
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        I a = x == 1 ? new I() { } : new I() { public int g() { return 1; } };
        if (a.g() == 9 && y == 2) throw new IllegalStateException();
    }
}

// fails: 4
class Classes10 {
    static class Own extends Exception {
        final int n;
        Own(int n) { this.n = n; }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            if (x == 4) throw new Own(x);
        } catch (Own e) {
            if (e.n == 4) throw new IllegalStateException();
        }
    }
}
