// SPDX-License-Identifier: Apache-2.0
import java.util.*;

// Numbers that may be one of few are decided where a loop comes again to what else is as it was (states.c), and the
// conditions on others count. Each program fails on the input above it.

// fails: 3 true true true true
class Settled0 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 5) return;
        int n = 0;
        while (Verifier.nondetBoolean()) {
            n = n + x & 15;
            if (n == 12) throw new IllegalStateException();
        }
    }
}

// fails: 7 true true false
class Settled1 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int n = x & 7;
        while (Verifier.nondetBoolean()) n = n * 3 & 7;
        if (n == 7) throw new IllegalStateException();
    }
}

// fails: 2 true 1 true 2
class Settled2 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 1 || x > 3) return;
        int last = 0;
        while (Verifier.nondetBoolean()) {
            int y = Verifier.nondetInt();
            if (y == x && last == 1) throw new IllegalStateException();
            last = y == 1 ? 1 : 0;
        }
    }
}

// fails: true true false
class Settled3 {
    public static void main(String[] args) {
        int a = 0, b = 3;
        while (Verifier.nondetBoolean()) {
            int t = a;
            a = b;
            b = t == 0 ? 1 : t - 1;
        }
        if (a == 1 && b == 2) throw new IllegalStateException();
    }
}

// fails: 5 true false
class Settled4 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int n = 0;
        while (Verifier.nondetBoolean()) n = x;
        if (n == 5) throw new IllegalStateException();
    }
}

// fails: 100 true true false
class Settled5 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 100) return;
        int n = 0;
        while (Verifier.nondetBoolean()) n = Math.min(n + x, 200);
        if (n == 200) throw new IllegalStateException();
    }
}

// fails: true false true
class Settled6 {
    public static void main(String[] args) {
        boolean a = Verifier.nondetBoolean(), b = Verifier.nondetBoolean();
        while (Verifier.nondetBoolean()) {
            if (a && !b) throw new IllegalStateException();
        }
    }
}

// fails: true true true true true false
class Settled7 {
    public static void main(String[] args) {
        Deque<Integer> q = new ArrayDeque<>();
        while (Verifier.nondetBoolean()) {
            q.add(q.size());
            if (q.size() > 3) q.poll();
        }
        if (q.size() == 3 && q.peek() > 1) throw new IllegalStateException();
    }
}

// fails: 1 true 2 true 3 false
class Settled8 {
    public static void main(String[] args) {
        int[] a = new int[3];
        a[0] = Verifier.nondetInt() & 3;
        int k = 1;
        while (Verifier.nondetBoolean()) {
            a[k] = Verifier.nondetInt() & 3;
            k = k == 1 ? 2 : 1;
        }
        if (a[0] == 1 && a[1] == 2 && a[2] == 3) throw new IllegalStateException();
    }
}

// fails: 4 true true false
class Settled9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Map<Integer, Integer> m = new HashMap<>();
        int k = x & 7;
        while (Verifier.nondetBoolean()) m.merge(k, 1, (p, q) -> p == 2 ? 2 : p + q);
        if (m.getOrDefault(4, 0) == 2) throw new IllegalStateException();
    }
}

// fails: true true true false
class Settled10 {
    public static void main(String[] args) {
        long n = 1;
        while (Verifier.nondetBoolean()) n = n > 1L << 40 ? 1 : n << 20;
        if (n == 1) return;
        if (n > 1L << 50) throw new IllegalStateException();
    }
}

// fails: true true true false
class Settled11 {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        while (Verifier.nondetBoolean()) if (b.length() < 3) b.append('x');
        if (b.length() == 3) throw new IllegalStateException();
    }
}

// fails: true true true false
class Settled12 {
    public static void main(String[] args) {
        String t = "a";
        while (Verifier.nondetBoolean()) t = t.equals("a") ? "b" : t.equals("b") ? "c" : "d";
        if (t.equals("d")) throw new IllegalStateException();
    }
}

// fails: true true true false
class Settled13 {
    static class P {
        int n;
        P next() {
            P q = new P();
            q.n = Math.min(3, n + 1);
            return q;
        }
    }
    public static void main(String[] args) {
        P p = new P();
        while (Verifier.nondetBoolean()) p = p.next();
        if (p.n == 3) throw new IllegalStateException();
    }
}

// fails: true true false
class Settled14 {
    enum E { A, B, C }
    public static void main(String[] args) {
        E e = E.A;
        while (Verifier.nondetBoolean()) e = E.values()[Math.min(2, e.ordinal() + 1)];
        if (e == E.C) throw new IllegalStateException();
    }
}
