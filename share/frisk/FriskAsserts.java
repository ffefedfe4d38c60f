// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Stands where a written suite has JUnit's assertions, and keeps what was thrown and what was compared. One test at a
 * time: see FriskReplay.
 */
public final class FriskAsserts {
    /** JUnit 5's Executable and JUnit 4's ThrowingRunnable. */
    public interface Call {
        void call() throws Throwable;
    }

    /** An assertion did not hold. No AssertionError: that is what a test may expect. */
    static final class Failed extends Error {
        private static final long serialVersionUID = 1;

        Failed() {
            super(null, null, false, false);
        }
    }

    static boolean reached; // the call that is expected to throw
    static Throwable thrown; // by it
    static boolean differs; // an assertion did not hold, of:
    static Object actual; // what was compared last
    static boolean compared;
    static int asserted; // assertions that were reached
    static StackTraceElement[] endless; // of a call that did not end: the frames it never left, innermost first

    private static final int SAMPLES = 6; // at least, of its stack
    private static final long SAMPLE_MILLIS = 100;
    private static final long LONG_MILLIS = 4500; // by when the samples are in
    private static final long BUSY_MILLIS = 60; // of processor time: it works, and does not wait

    private FriskAsserts() {
    }

    static void reset() {
        reached = differs = compared = false;
        asserted = 0;
        thrown = null;
        actual = null;
        endless = null;
    }

    public static <T extends Throwable> T assertThrows(Class<T> type, Call call) {
        reached = true;
        try {
            call.call();
        } catch (Throwable t) {
            thrown = t;
            if (type.isInstance(t)) return type.cast(t);
        }
        throw new Failed();
    }

    private static long busyMillis(Thread thread) {
        return java.lang.management.ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId()) / 1000000;
    }

    /** The frames that all samples have in common, from the outermost on. */
    private static StackTraceElement[] common(List<StackTraceElement[]> samples) {
        StackTraceElement[] first = samples.get(0);
        int n = first.length;
        for (StackTraceElement[] s : samples) {
            int same = 0;
            while (same < Math.min(n, s.length)) {
                StackTraceElement a = first[first.length - 1 - same];
                StackTraceElement b = s[s.length - 1 - same];
                if (!a.getClassName().equals(b.getClassName()) || !a.getMethodName().equals(b.getMethodName())) break;
                same++;
                if (a.getLineNumber() != b.getLineNumber()) break; // what it called meanwhile is another call
            }
            n = same;
        }
        return Arrays.copyOfRange(first, first.length - n, first.length);
    }

    /** Samples the stack of the call while it works. If it ends, that is kept. */
    public static void assertNeverEnds(Call call) throws Throwable {
        Throwable[] escaped = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                call.call();
            } catch (Throwable t) {
                escaped[0] = t;
            }
        });
        List<StackTraceElement[]> samples = new ArrayList<>();
        long start = System.nanoTime();
        long passed = 0;
        long last = 0;
        long busy = 0;
        reached = true;
        thread.setDaemon(true);
        thread.start();
        while (passed < LONG_MILLIS && (samples.size() < SAMPLES || busy < BUSY_MILLIS)) {
            thread.join(SAMPLE_MILLIS);
            passed = (System.nanoTime() - start) / 1000000;
            StackTraceElement[] sample = thread.getStackTrace();
            if (!thread.isAlive()) {
                thrown = escaped[0];
                if (thrown != null) throw thrown;
                throw new Failed();
            }
            busy = busyMillis(thread);
            if (sample.length > 0 && busy > last) samples.add(sample);
            last = busy;
        }
        if (samples.size() >= SAMPLES && busy >= BUSY_MILLIS) endless = common(samples);
        else endless = new StackTraceElement[0]; // not seen at work
    }

    private static void compare(Object value, boolean equal) {
        asserted++;
        compared = true;
        actual = value;
        if (equal) return;
        differs = true;
        throw new Failed();
    }

    public static void assertTrue(boolean b) {
        compare(b, b);
    }

    public static void assertFalse(boolean b) {
        compare(b, !b);
    }

    public static void assertNull(Object o) {
        compare(o, o == null);
    }

    public static void assertNotNull(Object o) {
        compare(o, o != null);
    }

    public static void assertSame(Object a, Object b) {
        compare(b, a == b);
    }

    public static void assertEquals(byte a, byte b) {
        compare(b, a == b);
    }

    public static void assertEquals(char a, char b) {
        compare(b, a == b);
    }

    public static void assertEquals(short a, short b) {
        compare(b, a == b);
    }

    public static void assertEquals(int a, int b) {
        compare(b, a == b);
    }

    public static void assertEquals(long a, long b) {
        compare(b, a == b);
    }

    public static void assertEquals(float a, float b) {
        compare(b, Float.compare(a, b) == 0);
    }

    public static void assertEquals(double a, double b) {
        compare(b, Double.compare(a, b) == 0);
    }

    public static void assertEquals(float a, float b, float delta) {
        assertEquals(a, b);
    }

    public static void assertEquals(double a, double b, double delta) {
        assertEquals(a, b);
    }

    public static void assertEquals(Object a, Object b) {
        compare(b, Objects.equals(a, b));
    }

    public static void assertArrayEquals(Object[] a, Object[] b) {
        compare(b, Arrays.deepEquals(a, b));
    }

    public static void assertArrayEquals(boolean[] a, boolean[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(byte[] a, byte[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(char[] a, char[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(short[] a, short[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(int[] a, int[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(long[] a, long[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(float[] a, float[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(double[] a, double[] b) {
        compare(b, Arrays.equals(a, b));
    }

    public static void assertArrayEquals(float[] a, float[] b, float delta) {
        assertArrayEquals(a, b);
    }

    public static void assertArrayEquals(double[] a, double[] b, double delta) {
        assertArrayEquals(a, b);
    }
}
