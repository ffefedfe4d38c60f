// SPDX-License-Identifier: Apache-2.0
package diff;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

// The boxes, Math, BigInteger, BigDecimal.
public class Numbers {
    public static int parseInt(String s) { return Integer.parseInt(s); }
    public static int parseIntRadix(String s, int r) { return Integer.parseInt(s, r % 40); }
    public static int parseUnsigned(String s) { return Integer.parseUnsignedInt(s); }
    public static int decode(String s) { return Integer.decode(s); }
    public static long parseLong(String s) { return Long.parseLong(s); }
    public static double parseDouble(String s) { return Double.parseDouble(s); }
    public static float parseFloat(String s) { return Float.parseFloat(s); }
    public static byte parseByte(String s) { return Byte.parseByte(s); }
    public static short parseShort(String s) { return Short.parseShort(s); }
    public static boolean parseBoolean(String s) { return Boolean.parseBoolean(s); }
    public static int roundTrip(int i) { return Integer.parseInt(Integer.toString(i)); }
    public static double roundTripDouble(double d) { return Double.parseDouble(Double.toString(d)); }
    public static float roundTripFloat(float f) { return Float.parseFloat(Float.toString(f)); }
    public static String intTexts(int i) { return Integer.toString(i) + " " + Integer.toHexString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toOctalString(i) + " " + Integer.toUnsignedString(i); }
    public static String intRadix(int i, int r) { return Integer.toString(i, r % 40); }
    public static String longTexts(long i) { return Long.toString(i) + " " + Long.toHexString(i) + " " + Long.toBinaryString(i) + " " + Long.toUnsignedString(i); }
    public static String longRadix(long i, int r) { return Long.toString(i, r % 40); }
    public static String doubleText(double d) { return Double.toString(d); }
    public static String floatText(float f) { return Float.toString(f); }
    public static String hexDouble(double d) { return Double.toHexString(d); }
    public static int bits(int i) { return Integer.bitCount(i) + 100 * Integer.numberOfLeadingZeros(i) + 10000 * Integer.numberOfTrailingZeros(i); }
    public static int reverse(int i) { return Integer.reverse(i) ^ Integer.reverseBytes(i); }
    public static int rotate(int i, int n) { return Integer.rotateLeft(i, n) + Integer.rotateRight(i, n); }
    public static int ends(int i) { return Integer.highestOneBit(i) ^ Integer.lowestOneBit(i) ^ Integer.signum(i); }
    public static long longBits(long i) { return Long.bitCount(i) + 100 * Long.numberOfLeadingZeros(i) + 10000 * Long.numberOfTrailingZeros(i); }
    public static long longReverse(long i) { return Long.reverse(i) ^ Long.reverseBytes(i); }
    public static long longRotate(long i, int n) { return Long.rotateLeft(i, n) + Long.rotateRight(i, n); }
    public static int compareAll(int a, int b) { return Integer.compare(a, b) + 10 * Integer.compareUnsigned(a, b); }
    public static int unsignedDivide(int a, int b) { return Integer.divideUnsigned(a, b) ^ Integer.remainderUnsigned(a, b); }
    public static long unsignedLongDivide(long a, long b) { return Long.divideUnsigned(a, b) ^ Long.remainderUnsigned(a, b); }
    public static int compareDouble(double a, double b) { return Double.compare(a, b); }
    public static int compareFloat(float a, float b) { return Float.compare(a, b); }
    public static boolean boxes(int i) { Integer a = i, b = i; return a == b; }
    public static boolean longBoxes(long i) { Long a = i, b = i; return a == b && a.equals(b) && !a.equals((int) i); }
    public static int hashes(long l, double d, float f, boolean z, char c) { return Long.hashCode(l) ^ Double.hashCode(d) ^ Float.hashCode(f) ^ Boolean.hashCode(z) ^ Character.hashCode(c); }
    public static int unbox(Integer i) { return i + 1; }
    public static Object ternaryUnboxing(boolean z, int i, double d) { return String.valueOf(z ? i : d); }
    public static int doubleToInt(double d) { return Double.valueOf(d).intValue() ^ Double.valueOf(d).byteValue(); }
    public static long bitsOf(double d, float f) { return Double.doubleToLongBits(d) ^ Float.floatToIntBits(f); }
    public static double ofBits(long l) { return Double.longBitsToDouble(l); }
    public static boolean finite(double d) { return Double.isFinite(d) && !Double.isNaN(d) || Double.isInfinite(d); }

    public static int abs(int i) { return Math.abs(i); }
    public static long absLong(long i) { return Math.abs(i); }
    public static double absDouble(double i) { return Math.abs(i); }
    public static int addExact(int a, int b) { return Math.addExact(a, b); }
    public static long addExactLong(long a, long b) { return Math.addExact(a, b); }
    public static int subtractExact(int a, int b) { return Math.subtractExact(a, b); }
    public static int multiplyExact(int a, int b) { return Math.multiplyExact(a, b); }
    public static long multiplyExactLong(long a, long b) { return Math.multiplyExact(a, b); }
    public static int negateExact(int a) { return Math.negateExact(a); }
    public static int toIntExact(long a) { return Math.toIntExact(a); }
    public static int incrementExact(int a) { return Math.incrementExact(a); }
    public static int floorDiv(int a, int b) { return Math.floorDiv(a, b); }
    public static int floorMod(int a, int b) { return Math.floorMod(a, b); }
    public static long floorDivLong(long a, long b) { return Math.floorDiv(a, b) ^ Math.floorMod(a, b); }
    public static int min(int a, int b) { return Math.min(a, b) ^ Math.max(b, a); }
    public static double minDouble(double a, double b) { return Math.min(a, b); }
    public static float maxFloat(float a, float b) { return Math.max(a, b); }
    public static double sqrt(double d) { return Math.sqrt(d); }
    public static double floor(double d) { return Math.floor(d); }
    public static double ceil(double d) { return Math.ceil(d); }
    public static double rint(double d) { return Math.rint(d); }
    public static long round(double d) { return Math.round(d); }
    public static int roundFloat(float f) { return Math.round(f); }
    public static double signum(double d) { return Math.signum(d); }
    public static double copySign(double a, double b) { return Math.copySign(a, b); }
    public static double ulp(double d) { return Math.ulp(d); }
    public static float ulpFloat(float d) { return Math.ulp(d); }
    public static double next(double a, double b) { return Math.nextAfter(a, b) + Math.nextUp(a); }
    public static double scalb(double d, int n) { return Math.scalb(d, n % 2200); }
    public static int exponent(double d) { return Math.getExponent(d); }
    public static double remainder(double a, double b) { return Math.IEEEremainder(a, b); }
    public static double fma(double a, double b, double c) { return Math.fma(a, b, c); }
    public static double hypot(double a, double b) { return StrictMath.hypot(a, b); }
    public static double cbrt(double a) { return StrictMath.cbrt(a); }
    public static double strictExp(double a) { return StrictMath.exp(a); }
    public static double strictSin(double a) { return StrictMath.sin(a) - StrictMath.cos(a) * StrictMath.tan(a); }
    public static double strictLog(double a) { return StrictMath.log(a) + StrictMath.log10(a) + StrictMath.log1p(a); }
    public static double strictArc(double a, double b) { return StrictMath.atan2(a, b) + StrictMath.asin(a) - StrictMath.acos(b) + StrictMath.atan(b); }
    public static double strictHyperbolic(double a) { return StrictMath.sinh(a) + StrictMath.cosh(a) * StrictMath.tanh(a) - StrictMath.expm1(a); }
    public static double strictPow(double a, double b) { return StrictMath.pow(a, b); }
    public static double powSmall(int a, int b) { return Math.pow(a % 100, b % 8); }
    public static long multiplyHigh(long a, long b) { return Math.multiplyHigh(a, b); }
    public static double toRadians(double a) { return Math.toRadians(a) - Math.toDegrees(a); }

    private static BigInteger big(long a, String s) { BigInteger b = BigInteger.valueOf(a); for (int i = 0; i < s.length() && i < 6; i++) b = b.multiply(b.add(BigInteger.valueOf(s.charAt(i)))); return b; }
    public static String bigText(long a, String s) { return big(a, s).toString(); }
    public static String bigRadix(long a, String s, int r) { return big(a, s).toString(2 + (r & 31)); }
    public static String bigSum(long a, long b) { return big(a, "xy").add(big(b, "z")).subtract(BigInteger.TEN).toString(); }
    public static String bigDivide(long a, long b) { BigInteger[] q = big(a, "qrs").divideAndRemainder(big(b, "t")); return q[0] + " " + q[1]; }
    public static String bigMod(long a, long b) { return big(a, "a").mod(BigInteger.valueOf(b)).toString(); }
    public static String bigPow(int a, int n) { return BigInteger.valueOf(a).pow(n % 40).toString(16); }
    public static String bigModPow(int a, int b, int c) { return BigInteger.valueOf(a).modPow(BigInteger.valueOf(b & 0xffff), BigInteger.valueOf(c)).toString(); }
    public static String bigGcd(long a, long b) { return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).toString(); }
    public static String bigShift(long a, int n) { return big(a, "k").shiftLeft(n % 100).shiftRight(n % 37).toString(); }
    public static String bigBits(long a, long b) { BigInteger x = big(a, "1"), y = big(b, "2"); return x.and(y).or(x.xor(y)).not().toString() + x.bitLength() + y.bitCount() + x.testBit(70); }
    public static String bigParse(String s) { return new BigInteger(s).toString(); }
    public static byte[] bigBytes(long a, String s) { return big(a, s).toByteArray(); }
    public static int bigCompare(long a, long b) { return BigInteger.valueOf(a).compareTo(BigInteger.valueOf(b)) + BigInteger.valueOf(a).signum() * 10 + BigInteger.valueOf(b).hashCode(); }
    public static long bigExact(long a, String s) { return big(a, s).longValueExact(); }
    public static double bigDouble(long a, String s) { return big(a, s).doubleValue(); }
    public static boolean bigPrime(int a) { return BigInteger.valueOf(a & 0xfff).isProbablePrime(20); }
    public static String bigRoot(long a, String s) { return big(a, s).sqrt().toString(); }
    public static String decimal(long a, int s) { return BigDecimal.valueOf(a, s % 30).toString() + " " + BigDecimal.valueOf(a, s % 30).toPlainString(); }
    public static String decimalParse(String s) { return new BigDecimal(s).negate().toString(); }
    public static String decimalDivide(long a, long b, int n) { return BigDecimal.valueOf(a).divide(BigDecimal.valueOf(b), n % 20, RoundingMode.HALF_EVEN).toString(); }
    public static String decimalExact(int a, int b) { return BigDecimal.valueOf(a).divide(BigDecimal.valueOf(b)).toString(); }
    public static String decimalOfDouble(double d) { return new BigDecimal(d).stripTrailingZeros().toString(); }
    public static String decimalRound(long a, int m) { return BigDecimal.valueOf(a, 5).setScale(2, RoundingMode.values()[m & 7]).toString(); }
}
