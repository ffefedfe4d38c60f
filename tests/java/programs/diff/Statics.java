// SPDX-License-Identifier: Apache-2.0
package diff;

// Initialisation of classes and interfaces: order, laziness, failure (each call in a class loader of its own).
public class Statics {
    static final StringBuilder log = new StringBuilder();
    static int note(String s, int v) { log.append(s).append(' '); return v; }

    static class A { static int a = note("A", 1); static final int CONSTANT = 7; static final int COMPUTED = note("A.computed", 8); static { note("A.block", 0); } static void touch() { } }
    static class B extends A { static int b = note("B", a + 1); }
    interface I { int X = note("I", 1); default void d() { } }
    interface J { int Y = note("J", 2); }
    static class C extends B implements I, J { static int c = note("C", 3); }
    static class Failing { static int f = note("Failing", 1) / 0; static int g; }
    static class FailingError { static { if (log != null) throw new IllegalStateException("by choice"); } static void go() { } }
    static class Cycle1 { static int x = Cycle2.y + note("Cycle1", 1); }
    static class Cycle2 { static int y = Cycle1.x + note("Cycle2", 10); }
    enum E { P, Q; static final int N = note("E", 0); E() { note("E.new", 0); } }
    static class Holder { static final Holder INSTANCE = new Holder(); static int n = 5; int seen = n; }

    public static String order(int i) {
        switch (i & 15) {
        case 0: note("" + A.CONSTANT, 0); break;
        case 1: note("" + A.COMPUTED, 0); break;
        case 2: note("" + B.a, 0); break;
        case 3: note("" + B.b, 0); break;
        case 4: new C(); break;
        case 5: note("" + C.X, 0); break;
        case 6: note("" + new C[2].length, 0); break;
        case 7: note(C.class.getName(), 0); break;
        case 8: note(E.Q + "", 0); break;
        case 9: note("" + Cycle1.x + Cycle2.y, 0); break;
        case 10: note("" + Cycle2.y + Cycle1.x, 0); break;
        case 11: note("" + Holder.INSTANCE.seen + Holder.n, 0); break;
        case 12: B.touch(); break;
        case 13: Object o = null; note("" + (o instanceof C), 0); note("" + (C) o, 0); break;
        default: note("none", 0);
        }
        return log.toString();
    }
    public static String failing(int i) {
        StringBuilder b = new StringBuilder();
        for (int n = 0; n < 2; n++)
            try {
                if (i > 0) b.append(Failing.g); else FailingError.go();
            } catch (Throwable t) {
                b.append(t.getClass().getName()).append(t.getMessage()).append(t.getCause() == null ? "" : t.getCause().getClass().getName()).append(';');
            }
        return b.append(log).toString();
    }
    public static int uncaught(int i) { return Failing.g + i; }
}
