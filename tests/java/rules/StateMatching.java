// SPDX-License-Identifier: Apache-2.0
import java.util.*;

// Two states are one only where the program goes on alike from both (states.c). Each program fails on the input
// that stands above it.

// fails: 55*30
class StateModCount {
    static class L extends AbstractList<Integer> {
        int n;
        public Integer get(int i) { return n; }
        public int size() { return n; }
        void touch() { modCount++; }
        int seen() { return modCount; }
    }
    public static void main(String[] args) {
        L l = new L();
        while (Verifier.nondetInt() == 55) {
            l.touch();
            if (l.seen() > 29) throw new IllegalStateException();
        }
    }
}

// fails: 55*20
class StateModCountBelowArrayList {
    static class L extends ArrayList<Integer> {
        boolean many() { return modCount >= 40; }
    }
    public static void main(String[] args) {
        L l = new L();
        while (Verifier.nondetInt() == 55) {
            l.add(1);
            l.remove(0);
            if (l.many()) throw new IllegalStateException();
        }
    }
}

// fails: true true false
class StateModCountInFrame {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2));
        int[] changed = {0};
        try {
            l.forEach(x -> {
                while (Verifier.nondetBoolean()) {
                    l.add(7);
                    l.remove(l.size() - 1);
                }
            });
        } catch (ConcurrentModificationException e) {
            throw new IllegalStateException();
        }
    }
}

// fails: true true false
class StateModCountOfPart {
    static class L extends AbstractList<Integer> {
        public Integer get(int i) { return i; }
        public int size() { return 3; }
        void touch() { modCount++; }
    }
    public static void main(String[] args) {
        L l = new L();
        List<Integer> part = l.subList(0, 2);
        while (Verifier.nondetBoolean()) l.touch();
        part.size();
    }
}

// fails: true true true true true true true true true true false
class StateModCountParity {
    static class L extends AbstractList<Integer> {
        public Integer get(int i) { return i; }
        public int size() { return 0; }
        void touch() { modCount++; }
        boolean ten() { return modCount == 10; }
    }
    public static void main(String[] args) {
        L l = new L();
        while (Verifier.nondetBoolean()) l.touch();
        if (l.ten()) throw new IllegalStateException();
    }
}

// fails: true true false
class StateModCountReset {
    static class L extends AbstractList<Integer> {
        public Integer get(int i) { return i; }
        public int size() { return 1; }
        void set(int n) { modCount = n; }
    }
    public static void main(String[] args) {
        L l = new L();
        Iterator<Integer> it = l.iterator();
        int k = 5;
        while (Verifier.nondetBoolean()) {
            l.set(k);
            k = 0;
        }
        if (k == 0) {
            try {
                it.next();
            } catch (ConcurrentModificationException e) {
                return;
            }
            throw new IllegalStateException();
        }
    }
}

// fails: true true true false
class StateIterator {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        Iterator<Integer> it = l.iterator();
        while (Verifier.nondetBoolean()) it.next();
        it.next();
    }
}

// fails: true true false
class StateStaleIterator {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        Iterator<Integer> it = l.iterator();
        while (Verifier.nondetBoolean()) {
            l.add(1);
            l.remove(3);
        }
        it.next();
    }
}

// fails: true false true
class StateInternedText {
    public static void main(String[] args) {
        int n = 0;
        while (Verifier.nondetBoolean()) {
            if (n < 1) n++;
        }
        String k = Integer.toString(n + 770) + "!";
        k.intern();
        if (Verifier.nondetBoolean() && n == 1) throw new IllegalStateException();
    }
}

// fails: true true true true false
class StateStatic {
    static int calls;
    static int next() { return calls = calls < 4 ? calls + 1 : 4; }
    public static void main(String[] args) {
        while (Verifier.nondetBoolean()) next();
        if (calls == 4) throw new IllegalStateException();
    }
}

// fails: true true true false
class StateInner {
    static class Node { Node next; int v; }
    public static void main(String[] args) {
        Node a = new Node();
        a.next = new Node();
        a.next.next = new Node();
        while (Verifier.nondetBoolean()) a.next.next.v = Math.min(3, a.next.next.v + 1);
        if (a.next.next.v == 3) throw new IllegalStateException();
    }
}

// fails: true false
class StateSharing {
    public static void main(String[] args) {
        int[] a = {0}, b = {0};
        while (Verifier.nondetBoolean()) b = a;
        a[0] = 1;
        if (b[0] == 1) throw new IllegalStateException();
    }
}

// fails: true true false
class StateCapturedLambda {
    public static void main(String[] args) {
        java.util.function.IntSupplier f = () -> 0;
        int n = 0;
        while (Verifier.nondetBoolean()) {
            n = n < 2 ? n + 1 : 2;
            int k = n;
            f = () -> k;
        }
        if (f.getAsInt() == 2) throw new IllegalStateException();
    }
}

// fails: true true true false
class StateFloat {
    public static void main(String[] args) {
        double x = 0;
        while (Verifier.nondetBoolean()) x = x == 0 ? -0.0 : 1;
        if (1 / x == Double.NEGATIVE_INFINITY) throw new IllegalStateException();
        if (x == 1) throw new IllegalStateException();
    }
}

// fails: 3 9 3 9 0
class StateFact {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), last = 0;
        for (int x = Verifier.nondetInt(); x != 0; x = Verifier.nondetInt()) {
            if (last == 9 && x == a) throw new IllegalStateException();
            last = x;
        }
    }
}
