// SPDX-License-Identifier: Apache-2.0
// Explicit throws, handlers, finally, assertions, endless recursion; what counts as rejected input.
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

public class Throws {
    static class Custom extends RuntimeException {
        Custom(String m, Throwable cause) { super(m, cause); }
    }

    public static int custom(int a) {
        if (a == 4711) {
            System.err.print("seen \u20ac"); // the finding's output
            throw new Custom("found", null); // error: Custom
        }
        return a;
    }

    static void thrower(int a) {
        if (a > 100)
            throw new IllegalStateException("too large"); // error: IllegalStateException
    }

    public static int propagated(int a) {
        thrower(a);
        return a;
    }

    public static int caughtBySuper(int a) {
        try {
            if (a == 3)
                throw new Custom("inner", null);
            return 10 / a;
        } catch (RuntimeException e) {
            return -1;
        }
    }

    public static int wrapped(int a) {
        try {
            return 10 / a;
        } catch (ArithmeticException e) {
            throw new Custom("wrapped", e); // error: Custom
        }
    }

    @SuppressWarnings("finally")
    public static int swallowed(int a) {
        try {
            return 10 / a;
        } finally {
            return 5;
        }
    }

    public static int finallyThrows(int a) {
        try {
            return 10 / (a * 0 + 1);
        } finally {
            if (a == 77)
                throw new IllegalStateException("in finally"); // error: IllegalStateException
        }
    }

    public static int wrongHandler(int a) {
        try {
            return 10 / (a - 1); // error: ArithmeticException
        } catch (NullPointerException e) {
            return 0;
        }
    }

    public static int asserted(int a) {
        assert a != 99 : "a is " + a; // error: AssertionError
        return a;
    }

    static int down(int a) {
        return a == 0 ? 0 : 1 + down(a); // error: StackOverflowError
    }

    public static int endless(int a) {
        return a == 9 ? down(1) : a;
    }

    public static int refused(int a) {
        if (a < 0)
            throw new IllegalArgumentException("negative"); // rejected: IllegalArgumentException
        return a;
    }

    public static int required(String s) {
        Objects.requireNonNull(s); // rejected: NullPointerException
        return 1;
    }

    static final class Checks {
        static <T> T notNull(T o) {
            if (o == null)
                throw new NullPointerException("missing"); // rejected: NullPointerException
            return o;
        }

        static int size(String s) {
            return s.length(); // error: NullPointerException
        }
    }

    public static int checkedElsewhere(String s) {
        return Checks.notNull(s) == s ? 1 : 0;
    }

    public static int failsElsewhere(String s) {
        return Checks.size(s);
    }

    public static int declared(int a) throws IOException {
        if (a == 5)
            throw new IOException("declared"); // rejected: IOException
        return a;
    }

    public static int unsupported(int a) {
        if (a == 6)
            throw new UnsupportedOperationException(); // rejected: UnsupportedOperationException
        return a;
    }

    enum Size { SMALL, LARGE } // error: IllegalArgumentException, in valueOf

    public static int unknownName(int a) { // what the JDK refuses, this code has not checked
        return Size.valueOf(a < 7 ? "SMALL" : "MIDDLE").ordinal();
    }

    public static Object unchecked(String s) {
        return Optional.of(s); // error: NullPointerException
    }
}
