// SPDX-License-Identifier: Apache-2.0
public class Numbers {
    static final int[] INTS = {0, 1, -1, 7, -7, 31, 100, 12345, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x55555555};
    static final long[] LONGS = {0, 1, -1, 63, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, 0x123456789abcdefL};
    static final double[] DOUBLES = {0.0, -0.0, 1, -1.5, 0.1, 1e-300, 1e300, 4.9e-324, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 1.0 / 3, 123456789.125, 1e7, 1e-3, 9007199254740993.0, 2147483647.5};
    static final float[] FLOATS = {0f, -0f, 1f, 0.1f, 1e-40f, 3.4e38f, Float.NaN, 16777217f, 1e10f, 0.001f};

    static String tryDivide(int a, int b) {
        try {
            return a / b + "," + a % b;
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    public static void main(String[] args) {
        for (int a : INTS) {
            System.out.println(a + " " + Integer.toHexString(a) + " " + Integer.toBinaryString(a) + " " + Integer.toOctalString(a) + " " + Integer.toString(a, 36)
                    + " " + Integer.bitCount(a) + " " + Integer.numberOfLeadingZeros(a) + " " + Integer.numberOfTrailingZeros(a) + " " + Integer.reverse(a)
                    + " " + Integer.reverseBytes(a) + " " + Integer.rotateLeft(a, 5) + " " + Integer.highestOneBit(a) + " " + Integer.toUnsignedString(a)
                    + " " + (byte) a + " " + (short) a + " " + (int) (char) a + " " + (float) a + " " + -a + " " + ~a + " " + Math.abs(a) + " " + Integer.signum(a));
            for (int b : INTS)
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + tryDivide(a, b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b) + " " + (a << b) + " "
                        + (a >> b) + " " + (a >>> b) + " " + Integer.compare(a, b) + " " + Integer.compareUnsigned(a, b) + ";");
            System.out.println();
        }
        for (long a : LONGS) {
            System.out.println(a + " " + Long.toHexString(a) + " " + Long.bitCount(a) + " " + Long.numberOfLeadingZeros(a) + " " + Long.numberOfTrailingZeros(a)
                    + " " + Long.reverse(a) + " " + (int) a + " " + (double) a + " " + (float) a + " " + Long.hashCode(a) + " " + Long.toUnsignedString(a));
            for (long b : LONGS)
                System.out.print((a + b) + " " + (a * b) + " " + (b == 0 ? "-" : a / b + " " + a % b) + " " + (a << b) + " " + (a >> b) + " " + (a >>> b)
                        + " " + Long.compare(a, b) + " " + Math.multiplyHigh(a, b) + ";");
            System.out.println();
        }
        for (double a : DOUBLES) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (float) a + " " + (byte) a + " " + Double.toHexString(a) + " " + Double.doubleToLongBits(a)
                    + " " + Math.sqrt(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " " + Math.rint(a) + " " + Math.round(a) + " " + Math.abs(a) + " " + Math.ulp(a)
                    + " " + Math.cbrt(a) + " " + Math.signum(a) + " " + Math.getExponent(a) + " " + Double.hashCode(a) + " " + Math.nextUp(a));
            for (double b : DOUBLES)
                System.out.print((a + b) + " " + (a - b) + " " + a * b + " " + a / b + " " + a % b + " " + (a < b) + (a > b) + (a == b) + (a <= b) + " " + Double.compare(a, b)
                        + " " + Math.max(a, b) + " " + Math.min(a, b) + " " + Math.IEEEremainder(a, b) + " " + Math.hypot(a, b) + " " + Math.fma(a, b, 1) + ";");
            System.out.println();
        }
        for (float a : FLOATS) {
            System.out.println(a + " " + (int) a + " " + (long) a + " " + (double) a + " " + Float.floatToIntBits(a) + " " + Math.round(a) + " " + Float.toHexString(a));
            for (float b : FLOATS) System.out.print((a + b) + " " + a * b + " " + a / b + " " + a % b + " " + Float.compare(a, b) + " " + Math.max(a, b) + ";");
            System.out.println();
        }
        char c = 'x';
        c += 1;
        short s = (short) 40000;
        s >>>= 1;
        byte b = (byte) 200;
        b *= 2;
        int i = 5;
        i = i++ + ++i;
        long l = 1L << 33 | 1 << 33;
        System.out.println(c + " " + s + " " + b + " " + i + " " + l + " " + (5 & 6 | 1 ^ 8) + " " + (char) (c + 1) + " " + (int) 'a' + 1);
        String[] texts = {"0", "-0", "+5", "2147483647", "2147483648", "-2147483648", "", "-", "1x", " 1", "٣", "0x10", "99999999999"};
        for (String t : texts) {
            try {
                System.out.print(Integer.parseInt(t) + " ");
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage() + " ");
            }
            try {
                System.out.print(Long.parseLong(t, 16) + " ");
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage() + " ");
            }
            try {
                System.out.println(Integer.decode(t));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        String[] floats = {"1", "1.5e3", "-0", "1e400", "4.9e-324", "2.2250738585072012e-308", "0x1p-3", "NaN", "Infinity", "1f", "x", "", "0.1", "123456789012345678901234567890"};
        for (String t : floats)
            try {
                System.out.print(Double.parseDouble(t) + " " + Float.parseFloat(t) + "; ");
            } catch (NumberFormatException e) {
                System.out.print(e.getMessage() + "; ");
            }
        System.out.println();
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.toIntExact(1L << 40);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.pow(2, 10) + " " + Math.pow(2, -1074) + " " + Math.pow(10, 2) + " " + Math.exp(0)
                + " " + Math.log(1) + " " + Math.toDegrees(Math.PI) + " " + Math.scalb(1.5, 4) + " " + StrictMath.sqrt(2) + " " + StrictMath.pow(1.5, 2.5) + " " + StrictMath.cbrt(3));
        Integer x = 127, y = 127, z = 128, w = 128;
        System.out.println((x == y) + " " + (z == w) + " " + z.equals(w) + " " + x.hashCode() + " " + Integer.valueOf(5).compareTo(6) + " " + Boolean.hashCode(true)
                + " " + Character.valueOf('c').hashCode() + " " + new Object().equals(null) + " " + Byte.parseByte("-128") + " " + Short.MAX_VALUE);
    }
}
