// SPDX-License-Identifier: Apache-2.0
package java.util;

/** Where instrumented classes of the JDK leave what they have run, from the JVM's first moment on: it calls nothing. */
public final class BootProbes {
    private static final int CLASSES = 1024;
    private static final int PROBES = 4096;
    private static final boolean[] NOBODYS = new boolean[PROBES];
    private static final long[] IDS = new long[CLASSES];
    private static final boolean[][] TAKEN = new boolean[CLASSES][];

    private static Thread counted; // the thread whose doings count; null: nobody's

    private BootProbes() {
    }

    public static void begin() {
        counted = Thread.currentThread();
    }

    public static void end() {
        counted = null;
    }

    public static boolean[] whileOn(long id) {
        return counted == null || counted != Thread.currentThread() ? NOBODYS : always(id);
    }

    public static synchronized boolean[] always(long id) {
        int at = (int) (id & CLASSES - 1);
        while (TAKEN[at] != null && IDS[at] != id) at = at + 1 & CLASSES - 1;
        if (TAKEN[at] == null) {
            TAKEN[at] = new boolean[PROBES];
            IDS[at] = id;
        }
        return TAKEN[at];
    }
}
