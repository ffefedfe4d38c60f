// SPDX-License-Identifier: Apache-2.0
// A class with every attribute that frisk reads; classfile_test.c knows what is in it, line by line.
package shapes;

import java.io.IOException;
import java.util.List;
import java.util.function.IntSupplier;

@Deprecated
public abstract sealed class Every<T extends Comparable<T>> implements Runnable permits Every.Leaf {
    public static final int ANSWER = 42;
    static final long BIG = 1L << 40;
    static final float HALF = 0.5f;
    static final double NEAR_PI = 3.14;
    static final String GREETING = "gr\u00fc\u00df \0 \ud83d\ude00";
    static final boolean YES = true;
    protected transient volatile List<T> items;

    record Point(int x, long y, List<String> names) {}

    static final class Leaf extends Every<String> {
        public void run() {}
    }

    enum Colour { RED, GREEN }

    static int lines(int first, long second, double[] third) throws IOException, InterruptedException {
        int local = first;
        if (second > 3) {
            local += third.length;
        }
        try {
            local /= first;
        } catch (ArithmeticException | NullPointerException e) {
            local = -1;
        } finally {
            local++;
        }
        return local;
    }

    static IntSupplier lambda(int captured) {
        return () -> captured + 1;
    }

    static String concat(int i, String s) {
        return i + ":" + s;
    }

    static int table(int i) {
        switch (i) {
        case 5: return 50;
        case 6: return 60;
        case 7: return 70;
        default: return 0;
        }
    }

    static int lookup(int i) {
        switch (i) {
        case -1000: return 1;
        case 0: return 2;
        case 1000000: return 3;
        default: return 4;
        }
    }

    static Object local() {
        class Inside {}
        return new Object[2][3].getClass() == null ? new Inside() : new Object() {};
    }

    native int nothing(int[][] a, Every<T> b);

    synchronized strictfp void many(byte b, char c, short s, boolean z, float f, long... rest) {}
}
