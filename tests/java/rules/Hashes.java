// SPDX-License-Identifier: Apache-2.0

import java.util.*;

// What hash an object has that defines none, and so in which order tables list such, is the JVM's to draw. Each method
// fails, but for one call of many millions, on the input above it.

// fails: 300
class UHashes0 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Set<Object> s = new HashSet<>(List.of(a, b, c));
            if (s.iterator().next() == c) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes1 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Set<Object> s = new HashSet<>(List.of(a, b, c));
            if (s.toArray()[0] == c) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes2 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new HashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.values().iterator().next() == 3) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes3 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new HashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            int[] sum = {0};
            s.forEach((k, v) -> sum[0] = sum[0] * 10 + v);
            if (sum[0] == 321) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes4 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new HashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.keySet().stream().findFirst().get() == c) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes5 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new IdentityHashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.values().iterator().next() == 3) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes6 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new WeakHashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.values().iterator().next() == 3) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes7 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new Hashtable<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.values().iterator().next() == 3) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes8 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            Map<Object, Integer> s = new java.util.concurrent.ConcurrentHashMap<>();
            s.put(a, 1);
            s.put(b, 2);
            s.put(c, 3);
            if (s.values().iterator().next() == 3) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes9 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            record R(Object o) { }
            Set<R> s = new HashSet<>(List.of(new R(a), new R(b), new R(c)));
            if (s.iterator().next().o() == c) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes10 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            if ((a.hashCode() & 7) == 5) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes11 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            if ((System.identityHashCode(b) & 7) == 5) throw new IllegalStateException();
        }
    }
}

// fails: 300
class UHashes12 {
    static void f(int n) {
        for (int i = 0; i < n && i < 300; i++) {
            Object a = new Object(), b = new Object(), c = new Object();
            if (a.hashCode() < b.hashCode() && b.hashCode() < c.hashCode()) throw new IllegalStateException();
        }
    }
}
