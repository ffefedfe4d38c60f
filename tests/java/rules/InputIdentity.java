// SPDX-License-Identifier: Apache-2.0

// A caller may pass one string or box twice, or one that the program has: natives_box.c. Each method fails on the input
// above it.

// fails: "x" "x"
class UIdentity0 {
    static void f(String a, String b) {
        if (a != null && a == b) throw new IllegalStateException();
    }
}

// fails: "x"
class UIdentity1 {
    static void f(String a) {
        if (a == "x") throw new IllegalStateException();
    }
}

// fails: "x" "y" "x"
class UIdentity2 {
    static void f(String a, String b, String c) {
        if (a != null && a == c && b != c) throw new IllegalStateException();
    }
}

// fails: 5 5
class UIdentity3 {
    static void f(Integer a, Integer b) {
        if (a != null && a == b) throw new IllegalStateException();
    }
}

// fails: 127
class UIdentity4 {
    static void f(Integer a) {
        Integer b = 127;
        if (a == b) throw new IllegalStateException();
    }
}

// fails: -128 -128
class UIdentity5 {
    static void f(Integer a, int x) {
        Integer b = x;
        if (x == -128 && a == b) throw new IllegalStateException();
    }
}

// fails: 128 128
class UIdentity6 {
    static void f(Integer a, Integer b) {
        if (a != null && a != b && a.equals(b)) throw new IllegalStateException();
    }
}

// fails: 7L 7L
class UIdentity7 {
    static void f(Long a, Long b) {
        if (a != null && a == b) throw new IllegalStateException();
    }
}

// fails: true
class UIdentity8 {
    static void f(Boolean a) {
        if (a == Boolean.TRUE) throw new IllegalStateException();
    }
}

// fails: 'a' 'a'
class UIdentity9 {
    static void f(Character a, Character b) {
        if (a != null && a == b) throw new IllegalStateException();
    }
}

// fails: "k"
class UIdentity10 {
    private static final String kept = "k";
    static void f(String a) {
        if (a == kept) throw new IllegalStateException();
    }
}

// fails: 3 3
class UIdentity11 {
    static void f(Integer a, Integer b) {
        if (a == null || b == null) return;
        java.util.Map<Integer, Integer> m = new java.util.IdentityHashMap<>();
        m.put(a, 1);
        m.put(b, 2);
        if (m.size() == 1) throw new IllegalStateException();
    }
}

// fails: "a" "a"
class UIdentity12 {
    static void f(String a, String b) {
        if (a == null || b == null) return;
        java.util.Map<String, Integer> m = new java.util.IdentityHashMap<>();
        m.put(a, 1);
        m.put(b, 2);
        if (m.size() == 1) throw new IllegalStateException();
    }
}

// fails: "q"
class UIdentity13 {
    static void f(String a) {
        if (a == null) return;
        Object[] o = {a, "q"};
        if (o[0] == o[1]) throw new IllegalStateException();
    }
}
