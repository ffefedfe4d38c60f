// SPDX-License-Identifier: Apache-2.0
package endings;

import java.lang.reflect.Method;

/**
 * Asks the JVM what ends. Of random loops: a method is handed the states it is in at its loops, which are all that
 * decides how it goes on; one that comes back never ends (Brent's algorithm). Of other methods: whether a call is still
 * at work after a while.
 */
public final class Referee {
    static final class Endless extends Error {
        private static final long serialVersionUID = 1;

        Endless() {
            super(null, null, false, false);
        }
    }

    static final class Patience extends Error {
        private static final long serialVersionUID = 1;

        Patience() {
            super(null, null, false, false);
        }
    }

    private static final int MOST = 20000;
    private static final Endless ENDLESS = new Endless();
    private static final Patience PATIENCE = new Patience();
    private static int site;
    private static int i;
    private static int j;
    private static int k;
    private static int visits;
    private static int next;

    private Referee() {
    }

    static void begin() {
        visits = 0;
        next = 1;
        site = -1;
    }

    static void at(int where, int x, int y, int z) {
        if (where == site && x == i && y == j && z == k) throw ENDLESS;
        if (++visits > MOST) throw PATIENCE;
        if (visits < next) return;
        next *= 2;
        site = where;
        i = x;
        j = y;
        k = z;
    }

    private static final int[] EDGES = {0, 1, -1, 2, 9, -8, Integer.MAX_VALUE, Integer.MAX_VALUE - 1,
            Integer.MIN_VALUE, Integer.MIN_VALUE + 1, 1 << 30};

    /** The names of the class's methods that do not end on some of the edges, and those that may not. */
    private static void loops(Class<?> c) throws Exception {
        for (Method m : c.getDeclaredMethods()) {
            if (!m.getName().startsWith("loop")) continue;
            String said = "ends";
            for (int a : EDGES)
                for (int n : EDGES) {
                    begin();
                    try {
                        m.invoke(null, a, n, new int[] {3, 0, -5});
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        if (e.getCause() instanceof Patience && said.equals("ends")) said = "long";
                        if (e.getCause() instanceof Endless) said = "endless " + a + " " + n;
                    }
                }
            System.out.println(m.getName() + " " + said);
        }
    }

    interface Call {
        void call() throws Throwable;
    }

    /** Prints the name of what ends. */
    static void expectEndless(String name, Call call) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread t = new Thread(() -> {
            try {
                call.call();
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        t.setDaemon(true);
        t.start();
        t.join(40);
        if (!t.isAlive()) System.out.println(name + " ended: " + thrown[0]);
    }

    public static void main(String[] classes) throws Exception {
        for (String c : classes) {
            loops(Class.forName(c));
            System.out.println();
        }
    }
}
