// SPDX-License-Identifier: Apache-2.0
package verdict;

import java.util.Random;

/** Where the programs of this directory get their input from. */
public final class Verifier {
    private static final Random RANDOM = new Random();

    private Verifier() {
    }

    public static void assume(boolean holds) {
        if (!holds) Runtime.getRuntime().halt(1);
    }

    public static boolean nondetBoolean() {
        return RANDOM.nextBoolean();
    }

    public static byte nondetByte() {
        return (byte) RANDOM.nextInt();
    }

    public static char nondetChar() {
        return (char) RANDOM.nextInt();
    }

    public static short nondetShort() {
        return (short) RANDOM.nextInt();
    }

    public static int nondetInt() {
        return RANDOM.nextInt();
    }

    public static long nondetLong() {
        return RANDOM.nextLong();
    }

    public static float nondetFloat() {
        return Float.intBitsToFloat(RANDOM.nextInt());
    }

    public static double nondetDouble() {
        return Double.longBitsToDouble(RANDOM.nextLong());
    }

    public static String nondetString() {
        return Integer.toString(RANDOM.nextInt());
    }
}
