// SPDX-License-Identifier: Apache-2.0
package diff;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

// The bytecodes: arithmetic, conversions, comparisons, stack forms, arrays, switches, calls, exceptions.
public class Ops {
    public static int intArithmetic(int a, int b) { return (a + b) * (a - b) ^ -a; }
    public static int intDivide(int a, int b) { return a / b; }
    public static int intRemainder(int a, int b) { return a % b; }
    public static int minDivide(int a) { return Integer.MIN_VALUE / (a | 1) + Integer.MIN_VALUE / -1 + Integer.MIN_VALUE % -1; }
    public static long longArithmetic(long a, long b) { return (a + b) * (a - b) ^ -a; }
    public static long longDivide(long a, long b) { return a / b; }
    public static long longRemainder(long a, long b) { return a % b; }
    public static int intShift(int a, int n) { return (a << n) ^ (a >> n) ^ (a >>> n); }
    public static long longShift(long a, int n) { return (a << n) ^ (a >> n) ^ (a >>> n); }
    public static long shiftByLong(int a, long n) { return (a << n) + (a >> n) + (a >>> n); }
    public static int constantShift(int a) { return (a << 33) ^ (a >> -1) ^ (a >>> 31) ^ (a << 16 >> 16); }
    public static int bitwise(int a, int b) { return (a & b) | (~a ^ b); }
    public static long longBitwise(long a, long b) { return (a & b) | (~a ^ b); }
    public static float floatArithmetic(float a, float b) { return (a + b) * (a - b) / -b; }
    public static float floatRemainder(float a, float b) { return a % b; }
    public static double doubleArithmetic(double a, double b) { return (a + b) * (a - b) / -b; }
    public static double doubleRemainder(double a, double b) { return a % b; }
    public static int byteOverflow(byte a, byte b) { a += b; a++; a *= 3; a >>>= 1; return a; }
    public static int shortOverflow(short a, int b) { a += b; a <<= 2; a -= 1.5; return a; }
    public static char charArithmetic(char a, int b) { a += b; a--; return a; }
    public static int compound(int a, long b, double c) { a += b; a -= c; a *= 1.5f; return a; }
    public static int increments(int a) { int i = a; i = i++ + ++i - i-- - --i; i += 200; i += 40000; i -= 32768; return i; }

    public static String fromInt(int a) { return (byte) a + " " + (short) a + " " + (int) (char) a + " " + (long) a + " " + (float) a + " " + (double) a; }
    public static String fromLong(long a) { return (int) a + " " + (byte) a + " " + (float) a + " " + (double) a; }
    public static String fromFloat(float a) { return (int) a + " " + (long) a + " " + (double) a + " " + (byte) a + " " + (int) (char) a + " " + (short) a; }
    public static String fromDouble(double a) { return (int) a + " " + (long) a + " " + (float) a + " " + (byte) a + " " + (int) (char) a + " " + (short) a; }

    public static int intCompare(int a, int b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; if (!(a < b)) r |= 64; return r; }
    public static int zeroCompare(int a) { int r = 0; if (a < 0) r |= 1; if (a <= 0) r |= 2; if (a > 0) r |= 4; if (a >= 0) r |= 8; if (a == 0) r |= 16; if (a != 0) r |= 32; return r; }
    public static int longCompare(long a, long b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; return r; }
    public static int floatCompare(float a, float b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; if (!(a < b)) r |= 64; if (!(a >= b)) r |= 128; return r; }
    public static int doubleCompare(double a, double b) { int r = 0; if (a < b) r |= 1; if (a <= b) r |= 2; if (a > b) r |= 4; if (a >= b) r |= 8; if (a == b) r |= 16; if (a != b) r |= 32; if (!(a < b)) r |= 64; if (!(a >= b)) r |= 128; return r; }
    public static boolean booleans(boolean a, boolean b) { return a & b | a ^ b && !a || a == b; }
    public static String references(String a, String b) { Object x = a, y = b; return "" + (x == y) + (x != y) + (x == null) + (y != null); }

    int field; long wide; static int counter; static long wideCounter; static double[] shared = new double[4]; static Object[] pair = new Object[2];
    byte b1; short s1; char c1; boolean z1; float f1; double d1; Object o1;

    public static String fields(int a, double d) { Ops o = new Ops(); o.b1 = (byte) a; o.s1 = (short) a; o.c1 = (char) a; o.z1 = a > 0; o.f1 = (float) d; o.d1 = d; o.o1 = a; o.wide = a * 3L; o.field -= a; return o.b1 + " " + o.s1 + " " + (int) o.c1 + o.z1 + o.f1 + o.d1 + o.o1 + o.wide + o.field; }
    public static int dupX1(int a) { Ops o = new Ops(); int r = o.field = a; return r + (o.field++) + ++o.field; }
    public static int dupX2(int[] a, int i, int v) { int r = a[i & 3] = v; return r + a[i & 3]++ + ++a[i & 1]; }
    public static long dup2X1(long a) { Ops o = new Ops(); long r = o.wide = a; return r + o.wide++; }
    public static long dup2X2(long[] a, int i, long v) { long r = a[i & 3] = v; return r + a[i & 3]-- + (a[i & 1] += 7); }
    public static long dup2(int[] a, int i, int v) { a[i & 3] += v; a[0] <<= 3; wideCounter = v; return wideCounter++ + a[i & 3]; }
    static long wideResult(int a) { counter = a; return a; }
    static double doubleResult(int a) { counter += a; return a; }
    public static int pop2(int a) { wideResult(a); doubleResult(a); new Ops(); Math.abs(a); return counter; }

    public static String arrays(int i, int n) {
        boolean[] z = new boolean[n & 7]; byte[] b = new byte[3]; char[] c = {'a', 'b', 'c', '\u20ac'}; short[] s = {1, -2, 3}; int[] j = {1, 2, 3, Integer.MIN_VALUE};
        long[] l = {1L << 40, -1}; float[] f = {1.5f, 2}; double[] d = {1e300, -0.0, 3}; String[] t = {"x", null}; Object[] o = t;
        z[i & 7] ^= true; b[i % 3] -= 100; b[i % 3] -= 100; c[i & 3]++; s[i % 3] *= 20000; j[i & 3] -= i; l[i & 1] ^= i; f[i & 1] /= 3; d[i % 3] += i; o[i & 1] = "put" + i;
        return z[0] + "" + b[0] + c[0] + s[0] + j[0] + l[0] + f[0] + d[0] + t[0] + c[3] + o.length;
    }
    public static int arrayIndex(int[] a, int i) { return a[i]; }
    public static byte byteIndex(byte[] a, int i) { return a[i % 9]; }
    public static boolean booleanIndex(boolean[] a, int i) { return a[i % 9]; }
    public static int newArray(int n) { return new int[n % 100].length; }
    public static String multi(int a, int b, int c) { int[][][] m = new int[a % 4][b % 4][c % 4]; long[][] l = new long[3][]; String[][] s = new String[2][a & 1]; int n = 0; for (int[][] x : m) for (int[] y : x) n += y.length + 1; return n + "" + l[0] + s[1].length + m.getClass().getName(); }
    public static int[][] jagged(int n) { int[][] a = new int[n & 3][]; for (int i = 0; i < a.length; i++) { a[i] = new int[i]; java.util.Arrays.fill(a[i], n); } return a; }
    public static Object store(String[] a, int i) { Object[] o = a; o[i & 1] = i > 100 ? (Object) "text" : (Object) i; return a[0]; }

    public static int table(int a) { switch (a) { case -2: return 1; case -1: case 0: return 2; case 1: a += 5; case 2: a *= 2; break; case 4: return 7; default: a = -a; } return a; }
    public static int lookup(int a) { return switch (a) { case Integer.MIN_VALUE -> 1; case -1000 -> 2; case 7, 8 -> 3; case 100000 -> 4; case Integer.MAX_VALUE -> { int x = a; yield x - 5; } default -> 0; }; }
    public static String onText(String s) { switch (s) { case "": return "empty"; case "a": case "b": return "letter"; case "Aa": return "first"; case "BB": return "second"; case "0": return "zero"; default: return "other" + s.length(); } }
    public static String onChar(char c) { return switch (c) { case 'a', 'e' -> "vowel"; case '\u20ac' -> "euro"; case '0' -> "zero"; default -> c > 'z' ? "far" : "near"; }; }
    public static String onEnum(int i) { Kind k = i < 0 ? null : Kind.values()[i % 3]; switch (k) { case ONE: return "1"; case TWO: return "2"; default: return "d" + k; } }
    enum Kind { ONE, TWO, THREE }
    public static String patterns(int i, String s) {
        Object o = switch (i & 7) { case 0 -> i; case 1 -> s; case 2 -> new Point(i, s); case 3 -> (long) i; case 4 -> new int[] {i, 2}; case 5 -> Kind.TWO; case 6 -> List.of(i); default -> 'c'; };
        if (o instanceof Integer n && n > 10) return "big";
        if (o instanceof String t && !t.isEmpty()) return "text " + t;
        if (o instanceof Point p) return p + " " + p.x() + p.hashCode() + p.equals(new Point(i, s)) + p.equals(s);
        if (o instanceof int[] a) return "array " + a[0];
        return o.toString();
    }
    record Point(int x, String name) { Point { if (x == 7) throw new IllegalArgumentException("seven"); } static Point origin() { return new Point(0, null); } }
    record Many(byte a, long b, float c, double d, boolean e, int[] f, char g, short h) { }
    public static String records(int i, double d) { Many m = new Many((byte) i, i, (float) d, d, i > 0, null, (char) ('a' + (i & 7)), (short) i); return m + " " + m.hashCode() + m.equals(new Many((byte) i, i, (float) d, d, i > 0, null, (char) ('a' + (i & 7)), (short) i)) + Point.origin(); }
    sealed interface Shape permits Circle, Square { default String say() { return "shape " + area(); } int area(); static Shape of(int n) { return n % 2 == 0 ? new Circle(n) : new Square(n); } private int half() { return area() / 2; } default int halved() { return half(); } }
    record Circle(int r) implements Shape { public int area() { return 3 * r * r; } }
    record Square(int a) implements Shape { public int area() { return a * a; } @Override public String say() { return "square, " + Shape.super.say(); } }
    public static String shapes(int n) { Shape s = Shape.of(n); return s.say() + s.halved() + s; }

    static class Base { int v = init(); Base() { v += 2; } int init() { return 1; } String who() { return "base" + v; } static String fixed() { return "B"; } private String hidden() { return "hb"; } String callHidden() { return hidden(); } }
    static class Derived extends Base { int w = 5; Derived(int x) { super(); v += x; } @Override int init() { return w + 10; } @Override String who() { return "derived " + super.who() + w; } static String fixed() { return "D"; } private String hidden() { return "hd"; } String both() { return hidden() + callHidden(); } }
    public static String inheritance(int x) { Base b = x > 3 ? new Derived(x) : new Base(); return b.who() + Base.fixed() + Derived.fixed() + b.callHidden() + (b instanceof Derived d ? d.both() : ""); }
    public static String cast(int x) { Object o = x > 3 ? new Derived(x) : "text"; return ((Base) o).who(); }
    public static Object castArray(int x) { Object o = x > 3 ? new String[] {"a"} : new int[] {x}; return ((Object[]) o)[0]; }
    public static String castInterface(int x) { Object o = x > 100 ? (Object) x : "text"; return "" + ((CharSequence) o).length() + (o instanceof Comparable) + (o instanceof Serializable[]); }
    class Inner { int n = field; class Deeper { int m = n + field; } }
    public static int inner(int x) { Ops o = new Ops(); o.field = x; Inner i = o.new Inner(); Inner.Deeper d = i.new Deeper(); int[] captured = {x}; class Local implements IntSupplier { public int getAsInt() { return captured[0]++ + x; } } IntSupplier s = new Local(); return d.m + s.getAsInt() + s.getAsInt() + new Object() { int twice() { return x * 2; } }.twice(); }
    public static String lambdas(int x, long y, String t) { int z = x; Supplier<String> s = () -> t + z + y; Supplier<Supplier<Ops>> o = () -> Ops::new; IntSupplier l = t == null ? () -> -1 : t::length; return s.get() + o.get().get().field + l.getAsInt(); }
    static <T extends Comparable<T>> T largest(List<T> l) { Iterator<T> i = l.iterator(); T m = i.next(); while (i.hasNext()) { T n = i.next(); if (n.compareTo(m) > 0) m = n; } return m; }
    public static String generics(int[] a) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); return largest(l) + ""; }
    static int variable(int... a) { return a.length == 0 ? -1 : a[a.length - 1]; }
    public static int varargs(int a) { return variable() + variable(a) + variable(a, a * 2); }
    public static int bridge(int a, int b) { Comparable<Ordered> x = new Ordered(a); return x.compareTo(new Ordered(b)); }
    record Ordered(int n) implements Comparable<Ordered> { public int compareTo(Ordered o) { return n - o.n; } }

    public static int finallyReturns(int a) { try { if (a > 5) throw new RuntimeException("x"); return 10 / a; } catch (ArithmeticException e) { return -1; } finally { if (a == 3) return 33; counter = a; } }
    public static String nestedFinally(int a) { StringBuilder b = new StringBuilder(); for (int i = 0; i < 4; i++) { try { try { b.append(i); if (i == (a & 3)) continue; if (a % 5 == i) break; if (a % 7 == i) throw new IllegalStateException("s" + i); b.append(12 / (a - i)); } finally { b.append('f'); } } catch (ArithmeticException | IllegalStateException e) { b.append(e.getMessage()); } finally { b.append('g'); } } return b.toString(); }
    public static int rethrown(int a) throws Exception { try { if (a % 3 == 0) throw new Exception("checked " + a); if (a % 3 == 1) throw new Error("error"); return a; } catch (RuntimeException e) { return 0; } }
    static class Resource implements AutoCloseable { final StringBuilder b; final boolean bad; Resource(StringBuilder b, boolean bad) { this.b = b; this.bad = bad; b.append("open "); } @Override public void close() { b.append("close "); if (bad) throw new IllegalStateException("closing"); } }
    public static String resources(int a) { StringBuilder b = new StringBuilder(); try (Resource r = new Resource(b, (a & 1) != 0); Resource s = (a & 2) != 0 ? null : new Resource(b, (a & 4) != 0)) { if ((a & 8) != 0) throw new RuntimeException("body"); b.append("body "); } catch (RuntimeException e) { b.append(e).append(e.getSuppressed().length); for (Throwable t : e.getSuppressed()) b.append(t); } return b.toString(); }
    public static String causes(int a) { try { try { Object o = a > 0 ? null : "x"; o.hashCode(); return "fine"; } catch (NullPointerException e) { throw new IllegalArgumentException("outer", e); } } catch (IllegalArgumentException e) { return e + " " + e.getCause().getClass() + new RuntimeException(e).getMessage(); } }
    public static int thrown(int a, String s) { if (a < 0) throw null; if (a > 1000) throw new Custom(a, s); return a; }
    static class Custom extends RuntimeException { final int code; Custom(int code, String m) { super(m); this.code = code; } @Override public String getMessage() { return code + ":" + super.getMessage(); } }
    public static String stackTrace(int a) { try { depth(a & 7); } catch (Custom e) { StackTraceElement[] t = e.getStackTrace(); return t[0].getMethodName() + t[0].getLineNumber() + t[(a & 7) + 1].getMethodName() + t[0].getClassName(); } return ""; }
    static void depth(int n) { if (n == 0) throw new Custom(1, "deep"); depth(n - 1); }
    static int endless(int n) { return endless(n + 1) + 1; }
    public static String overflow(int a) { if ((a & 15) != 3) return "not now"; try { return "" + endless(a); } catch (StackOverflowError e) { return "overflow"; } }
    public static int synchronizedBlock(String s, int a) { synchronized (s) { a += s.length(); if (a > 100) throw new Custom(a, s); } return a; }
    synchronized int locked(int a) { return field += a; }
    public static int synchronizedMethod(int a) { return new Ops().locked(a); }
    public static void nothing(int a) { counter = a; }
    public static int asserted(int a) { assert a > 0 : "a is " + a; return a; }
    public static int recursion(int n) { n = n % 15; return n < 2 ? n : recursion(n - 1) + recursion(n - 2); }
    public static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    public static long collatz(int n) { long x = n & 0xffff, steps = 0; while (x > 1) { x = (x & 1) == 0 ? x >> 1 : 3 * x + 1; steps++; } return steps; }
    public static int labels(int n) { int r = 0; outer: for (int i = 0; i < 6; i++) { do { r += i; if (r % 4 == (n & 3)) continue outer; if (r > 20 + n % 9) break outer; } while (r % 3 != 0); } return r; }
    public static String classLiterals(int a) { Class<?>[] c = {int.class, int[].class, String.class, Ops.class, Inner.class, void.class, long[][].class}; Class<?> x = c[a % 7]; return x.getName() + x.getSimpleName() + x.isArray() + x.isPrimitive(); }
    public static double fieldArray(int i) { shared = new double[4]; shared[i & 3] = i; return shared[1] + (shared[i & 3] *= 2); }
    public static String nulls(int i) { Object[] a = null; int[] b = null; Ops o = null; String s = null; switch (i & 7) { case 0: return "" + a.length; case 1: return "" + b[0]; case 2: b[1] = 2; return ""; case 3: return "" + o.field; case 4: o.wide = 1; return ""; case 5: return "" + s.length(); case 6: synchronized (o) { return ""; } default: Integer n = null; int m = n; return "" + m; } }
    public static int identity(int a) { Object x = new Object(), y = x; Object z = new Object(); return (x == y ? 1 : 0) + (x == z ? 2 : 0) + (x.equals(z) ? 4 : 0) + (x.hashCode() == y.hashCode() ? 8 : 0) + a; }
    public static String constants(int a) { return (a + 32767) + " " + (a - 32768) + " " + (a + 32768) + " " + (a ^ 127) + (a ^ 128) + 1f + 2f + 0f + 0.0 + 1.0 + (a + 1L) + (a * 0L) + (long) 1e18 + 'c' + -1 + 5; }
    public static float floatConstants(float f) { return f + 0f - 1f + f * 2f + Float.MIN_VALUE; }
    public static double manyLocals(int a, long b, float c, double d, int e, long f, float g, double h) { float x = c + g; double y = d - h; long z = b + f; int i = a * e; x++; y++; z++; i++; Object o = y; return x + y + z + i + o.hashCode(); }
    static int shortHand(byte b, short s, char c, boolean z) { return b + s + c + (z ? 1 : 0); }
    public static int smallTypes(byte b, short s, char c, boolean z) { return shortHand(b, s, c, z) + shortHand((byte) s, (short) c, (char) b, !z); }
    public static double store0(double d) { d += 0.0; double z = 0.0; d *= d; return d / z; }
    public static double store1(int i, double d) { d -= i; i = (int) d; return d + i; }
    public static double store2(long i, double d) { i += 3; d /= i; return d; }
    public static double store3(int h, long i, double d) { i -= h; d *= i; return d; }
    public static float floatStore0(float f, float g, float h, float i) { f += g; g -= h; h *= i; i = f / g; return f + g + h + i; }
    public static long longStores(long a, long b) { a += b; b = a ^ 5; long c = b; c++; return a * b + c; }
}
