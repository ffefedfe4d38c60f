// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.util.Arrays;
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

    private FriskAsserts() {
    }

    static void reset() {
        reached = differs = compared = false;
        thrown = null;
        actual = null;
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

    private static void compare(Object value, boolean equal) {
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
