// SPDX-License-Identifier: Apache-2.0
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Formats {
    public static void main(String[] args) {
        System.out.println(String.format("%d %5d|%-5d|%05d %x %X %o %,d %+d %(d", 42, 42, 42, 42, 255, 255, 8, 1234567, 5, -5));
        System.out.println(String.format("%s %10s|%-10s|%.2s %c %b %n%%", "str", "right", "left", "cut", 'c', true));
        System.out.println(String.format("%f %.2f %10.3f %e %g %a %,.2f", 3.14159, 2.005, 2.5, 12345.678, 0.00012, 1.0, 1234567.891));
        System.out.println(String.format("%1$s %1$s %2$s %h %S", "a", "b", "hash", "upper"));
        System.out.println(String.format("%08.2f|%-8.1f|%+.0f|%f|%s", 3.14159, 2.25, 2.5, Double.NaN, 1e10));
        try {
            System.out.println(String.format("%d", "x"));
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(String.format("%s %s", "x"));
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.printf("%s-%d%n", "printf", 1);
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(987654321);
        System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b) + " " + a.pow(5) + " " + a.gcd(b) + " " + a.negate().shiftRight(3) + " " + a.bitLength()
                + " " + b.modPow(a, BigInteger.valueOf(1000007)) + " " + a.compareTo(b) + " " + a.toString(16) + " " + b.isProbablePrime(10) + " " + a.sqrt() + " " + a.hashCode() + " " + a.longValue());
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 200; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitCount() + " " + f.and(a).or(b).xor(a.not()));
        try {
            a.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        BigDecimal d = new BigDecimal("123.4500"), e = new BigDecimal("-0.003");
        System.out.println(d.add(e) + " " + d.multiply(e) + " " + d.divide(e, 10, RoundingMode.HALF_UP) + " " + d.setScale(1, RoundingMode.HALF_EVEN) + " " + d.stripTrailingZeros() + " "
                + e.toPlainString() + " " + new BigDecimal("1E+10").toPlainString() + " " + new BigDecimal(0.1) + " " + d.round(new MathContext(3)) + " " + d.compareTo(e) + " " + d.precision()
                + " " + d.equals(new BigDecimal("123.45")) + " " + d.doubleValue() + " " + d.remainder(new BigDecimal("7")) + " " + d.pow(3));
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException x) {
            System.out.println(x.getMessage());
        }
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.(com|org)").matcher("mail bob@example.com and amy@site.org now");
        while (m.find()) System.out.println(m.group() + " " + m.group(1) + " " + m.start(2) + " " + m.end());
        System.out.println("2024-03-15".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1") + " " + Pattern.matches("[a-c]*?d{2,3}(?:e|f)\\b.*", "abcddde rest") + " "
                + java.util.Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,  d")) + " " + Pattern.compile("HELLO", Pattern.CASE_INSENSITIVE).matcher("say hello").find());
        System.out.println(Pattern.compile("(?<year>\\d{4})").matcher("in 1999").replaceAll("<${year}>") + " " + "aaa".replaceAll("a*", "x") + " " + "tel: 555-1234".matches(".*\\d{3}-\\d{4}$"));
        try {
            Pattern.compile("(unclosed");
        } catch (java.util.regex.PatternSyntaxException x) {
            System.out.println(x.getMessage());
        }
        System.out.println(java.util.Base64.getEncoder().encodeToString("hello world".getBytes()) + " "
                + Long.toString(Long.MIN_VALUE, 7) + " " + Double.toString(1.1e-5) + " " + Float.toString(1.17549435E-38f));
    }
}
