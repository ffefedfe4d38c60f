// SPDX-License-Identifier: Apache-2.0
// Division and remainder of int and long; casts; numbers in texts.
public class Arithmetic {
    public static int divide(int a) {
        return 100 / (a - 7); // error: ArithmeticException
    }

    public static int remainder(int a, int b) {
        return a % (b + 1); // error: ArithmeticException
    }

    public static long divideLong(long a) {
        return 5L / (a * 2 - 20_000_000_000L); // error: ArithmeticException
    }

    public static long remainderLong(long a) {
        return 5L % (a ^ 0x123456789aL); // error: ArithmeticException
    }

    public static int wrapped(int a) { // twice the largest int is -2
        if (a > 1_000_000)
            return 1 / (a + a + 2); // error: ArithmeticException
        return 0;
    }

    public static int neverZero(int a) { // odd, wrapped or not
        return 1 / (a + a + 3);
    }

    public static int exact(int a) {
        return Math.addExact(a, 10); // error: ArithmeticException
    }

    public static double floating(double a) { // no exception in floating point
        return 1.0 / (a - 7) + 1.0 % a;
    }

    public static int smallest(int a) { // Integer.MIN_VALUE / -1 is no error
        return Integer.MIN_VALUE / (a == 0 ? -1 : a);
    }

    public static int guarded(int a) {
        return a == 0 ? 0 : 100 / a;
    }

    public static int odd(int a) { // an odd number is not 0
        return 100 / (a | 1);
    }

    public static String cast(int a) {
        Object o = a == 12345 ? (Object) Integer.valueOf(a) : "text";
        return (String) o; // error: ClassCastException
    }

    public static Comparable<?> castInterface(int a) {
        Object o = a < -5 ? new int[1] : "text";
        return (Comparable<?>) o; // error: ClassCastException
    }

    public static String safeCast(int a) {
        Object o = a == 12345 ? (Object) Integer.valueOf(a) : "text";
        return o instanceof String s ? s : "";
    }

    public static String nullCast(int a) {
        Object o = a == 12345 ? null : "text";
        return (String) o;
    }

    public static int parse(boolean good) {
        return Integer.parseInt(good ? "12" : "1x"); // error: NumberFormatException
    }

    public static int safeParse(boolean good) {
        try {
            return Integer.parseInt(good ? "12" : "1x");
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
