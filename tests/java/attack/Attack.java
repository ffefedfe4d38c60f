// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Random programs against which frisk's proofs are held, with this JVM as the referee.
 *
 * <p>{@code Attack N SEED DIRECTORY}: compiles N programs (P0 ..: whole programs that ask class Verifier; U0 ..: classes with a
 * method f), runs each on many inputs, and writes to DIRECTORY/attack.txt a line for each: its name, and for each exception that
 * left it the name and an input. Where a program ends it asks whether a number is its target. The target is a constant of the
 * class file, and is put there when it is known which numbers come: one that comes seldom, or one that never did.
 *
 * <p>{@code Attack replay DIRECTORY}: reads DIRECTORY/replay.txt, a line for each run: the program, the exception that is to
 * leave it, its input. Prints what does not come true.
 *
 * <p>{@code Attack rules DIRECTORY FILE...}: compiles programs that fail on the input in the line above each, "// fails: ..", runs
 * them on it, and writes attack.txt. Of some, "// fails by calculation: ..", that is only said.
 */
public final class Attack {
    static final int MOST_CALLS = 70; // of Verifier, then a run ends
    static final long TARGET = 0x7EAD_5EED_0000_0000L; // and the program's number

    // ---- Writing programs ----

    enum Type {
        INT("int"), LONG("long"), BOOLEAN("boolean"), CHAR("char"), DOUBLE("double"), FLOAT("float"), STRING("String");

        final String name;

        Type(String name) {
            this.name = name;
        }
    }

    static final int[] INTS = {0, 1, -1, 2, 3, 5, 7, 10, 31, 32, 55, 100, 127, 128, -128, -129, 255, 256, 700, 32767, 32768, 65535,
        65536, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1, Integer.MIN_VALUE + 1, 46341};
    static final long[] LONGS = {0, 1, -1, 2, 63, 64, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, 1L << 32, -(1L << 31) - 1,
        7_000_000_001L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 3037000500L, (1L << 53) + 1};
    static final String[] DOUBLES = {"0.0", "-0.0", "1.0", "-1.0", "0.5", "1.5", "2.5", "0.1", "1e-300", "1e300", "Double.MIN_VALUE",
        "Double.MAX_VALUE", "Double.NaN", "Double.POSITIVE_INFINITY", "Double.NEGATIVE_INFINITY", "2147483648.0", "-2147483649.0",
        "9.223372036854776E18", "1e16", "9007199254740993.0"};
    static final String[] FLOATS = {"0.0f", "-0.0f", "1.0f", "0.5f", "0.1f", "1e-45f", "3.4e38f", "Float.NaN", "Float.POSITIVE_INFINITY",
        "16777217.0f", "2.1474836E9f", "-1.5f"};
    static final String[] STRINGS = {"", "a", "b", "ab", "ba", "aab", " ", " a", "a ", "\t", "=", "a=b", "x", "xy", "A", "Ab", "1", "-1",
        "42", "2147483648", "+7", "007", "\u00e9", "\u00df", "\u0130", "\u0131", "\u00b5", "\ud83d\ude00", "\u2003", "a,b,,c", "abcabc", "I"};
    static final String[] REGEXES = {"[a-z]*", "a+", "(ab)*", "x|y", "[ab]{2,}", "\\\\d+", "a?b?", "(a|b)+c?", ".*", "[^=]*=.*", "\\\\s*"};

    final Random random;
    final Set<String> features = new HashSet<>();
    final List<String> constants = new ArrayList<>(); // ints, longs and chars that are asked for
    final Map<Type, List<String>> scope = new HashMap<>();
    final List<Type> inputs = new ArrayList<>();
    final boolean unit, calm; // calm: throws nothing, as far as that is seen
    final int number;
    int names, left;

    Attack(long seed, int number) {
        random = new Random(seed * 1_000_003 + number);
        this.number = number;
        unit = number % 4 == 3;
        calm = random.nextInt(2) == 0;
        for (Type t : Type.values()) scope.put(t, new ArrayList<>());
    }

    int some(int n) {
        return random.nextInt(n);
    }

    @SafeVarargs
    final <V> V one(V... of) {
        return of[some(of.length)];
    }

    boolean often() {
        return some(3) > 0;
    }

    boolean has(String feature) {
        return features.contains(feature);
    }

    String fresh(String prefix) {
        return prefix + names++;
    }

    String intLiteral() {
        int v = some(3) == 0 ? INTS[some(INTS.length)] : some(12) - 2;
        constants.add("" + v);
        return v == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : v < 0 ? "(" + v + ")" : "" + v;
    }

    String longLiteral() {
        long v = LONGS[some(LONGS.length)];
        constants.add("" + v);
        return v == Long.MIN_VALUE ? "Long.MIN_VALUE" : "(" + v + "L)";
    }

    String charLiteral() {
        char c = one('a', 'b', 'x', '=', ' ', '0', '9', 'A', 'Z', '\u00e9', '\u0130', '\uffff', '\ud83d');
        constants.add("" + (int) c);
        return "(char) " + (int) c;
    }

    static String quoted(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '\\' || c == '"') b.append('\\').append(c);
            else b.append(c == '\t' ? "\\t" : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : "" + c);
        }
        return b.append('"').toString();
    }

    String stringLiteral() {
        String s = STRINGS[some(STRINGS.length)];
        constants.add('"' + s);
        return quoted(s);
    }

    String variable(Type t) {
        List<String> all = scope.get(t);
        return all.isEmpty() ? null : all.get(some(all.size()));
    }

    String leaf(Type t) {
        String v = some(4) > 0 ? variable(t) : null;
        if (v != null) return v;
        switch (t) {
            case INT: return intLiteral();
            case LONG: return longLiteral();
            case BOOLEAN: return one("true", "false");
            case CHAR: return "((char) " + (int) one('a', 'b', 'x', ' ', '9', 'Z', '\u00e9') + ")";
            case DOUBLE: return "(" + one(DOUBLES) + ")";
            case FLOAT: return "(" + one(FLOATS) + ")";
            default: return stringLiteral();
        }
    }

    String e(Type t, int depth) {
        if (depth <= 0 || some(5) == 0) return leaf(t);
        switch (t) {
            case INT: return intOf(depth - 1);
            case LONG: return longOf(depth - 1);
            case BOOLEAN: return booleanOf(depth - 1);
            case CHAR: return charOf(depth - 1);
            case DOUBLE: return doubleOf(depth - 1);
            case FLOAT: return floatOf(depth - 1);
            default: return stringOf(depth - 1);
        }
    }

    String i(int d) {
        return e(Type.INT, d);
    }

    String s(int d) {
        return e(Type.STRING, d);
    }

    /** An index: into four places, or anywhere. */
    String index(int d) {
        return calm || often() ? "(" + i(d) + ") & 3" : i(d);
    }

    String small(int d) {
        return "((" + i(d) + ") & 7)";
    }

    /** What the program's objects give, if it has some. */
    String featureInt(int d) {
        List<String> all = new ArrayList<>(features);
        if (all.isEmpty()) return null;
        switch (one(all.toArray(new String[0]))) {
            case "array": return one("arr[" + index(d) + "]", "arr[" + index(d) + "]", "arr.length");
            case "list": return one("list.size()", calm ? "(list.isEmpty() ? 9 : list.get(0))" : "list.get(" + (often() ? "0" : i(d)) + ")", "list.indexOf(" + i(d) + ")");
            case "map": return one("map.getOrDefault(" + i(d) + ", " + i(d) + ")", "map.size()", calm ? "map.hashCode()" : "map.get(" + i(d) + ")");
            case "object": return one("o.f(" + i(d) + ")", "o.a", calm ? "o.f(1)" : "((B) o).b", "(o instanceof B ? 1 : o.f(2))", "o.hashCode() * 0");
            case "enum": return one("E.values()[" + (calm || often() ? "((" + i(d) + ") & 1)" : i(d)) + "].g(" + i(d) + ")", "en.ordinal()", "en.g(" + i(d) + ")");
            case "record": return one("new R(" + i(d) + ", " + e(Type.LONG, d) + ").sum()", "re.x()", "(re.equals(new R(" + i(d) + ", 1L)) ? 1 : 0)");
            case "lambda": return "fn.applyAsInt(" + i(d) + ")";
            case "box": return one("bx", "(bx == by ? 1 : 0)", "(bx.equals(by) ? 2 : 3)", "bx.compareTo(by)", "(bx < by ? 1 : 0)");
            case "static": return one("s0", "(int) s1", "s2.length()", "++s0");
            case "helper": return "h(" + i(d) + ", " + i(d) + ")";
            case "recursion": return "rec(" + small(d) + ")";
            case "own": return one("own.size()", "own.seen()");
            case "table": return "TABLE[" + (calm || often() ? "(" + i(d) + ") & 15" : i(d)) + "]";
            default: return null;
        }
    }

    String intOf(int d) {
        String f = some(3) == 0 ? featureInt(d) : null;
        if (f != null) return f;
        switch (some(30)) {
            case 0: case 1: case 2: return "(" + i(d) + one(" + ", " - ", " * ") + i(d) + ")";
            case 3: return "(" + i(d) + one(" & ", " | ", " ^ ") + i(d) + ")";
            case 4: return "(" + i(d) + one(" << ", " >> ", " >>> ") + i(d) + ")";
            case 5: return "(" + i(d) + one(" / ", " % ") + one("2", "3", "7", "-1", "10", "16") + ")";
            case 6: return "(" + i(d) + one(" / ", " % ") + (calm ? "(" + i(d) + " | 1)" : i(d)) + ")";
            case 7: return "(" + one("-", "~") + i(d) + ")";
            case 8: return "(" + e(Type.BOOLEAN, d) + " ? " + i(d) + " : " + i(d) + ")";
            case 9: return "Math." + (calm ? one("min", "max") : one("min", "max", "floorMod", "floorDiv", "addExact")) + "(" + i(d) + ", " + i(d) + ")";
            case 10: return "Math.abs(" + i(d) + ")";
            case 11: return "Integer." + one("bitCount", "reverse", "highestOneBit", "numberOfTrailingZeros", "signum", "reverseBytes") + "(" + i(d) + ")";
            case 12: return "((int) " + e(Type.LONG, d) + ")";
            case 13: return "((int) " + e(one(Type.DOUBLE, Type.FLOAT), d) + ")";
            case 14: return "((" + one("byte", "short", "char") + ") " + i(d) + ")";
            case 15: case 16: return s(d) + ".length()";
            case 17: return s(d) + "." + one("indexOf", "lastIndexOf") + "(" + (often() ? charLiteral() : s(0)) + ")";
            case 18: return "(int) " + charAt(d);
            case 19: return s(d) + ".compareTo(" + s(0) + ")";
            case 20: return calm ? s(d) + ".length()" : "Integer.parseInt(" + s(d) + ")";
            case 21: return "Character." + one("getNumericValue", "toLowerCase", "toUpperCase") + "((int) " + e(Type.CHAR, d) + ")";
            case 22: return "(int) " + e(Type.CHAR, d);
            case 23: return s(d) + ".indexOf(" + charLiteral() + ", " + i(0) + ")";
            case 24: return "(" + s(d) + ".hashCode() " + one("% 8", "& 3", "* 1") + ")";
            case 25: return "Integer.compare(" + i(d) + ", " + i(d) + ")";
            case 26: return "(switch (" + i(d) + ") { case 0 -> " + i(0) + "; case 5, 7 -> " + i(0) + "; default -> " + i(0) + "; })";
            default: return leaf(Type.INT);
        }
    }

    String longOf(int d) {
        String l = e(Type.LONG, d);
        switch (some(11)) {
            case 0: case 1: return "(" + l + one(" + ", " - ", " * ") + e(Type.LONG, d) + ")";
            case 2: return "(" + l + one(" & ", " | ", " ^ ") + e(Type.LONG, d) + ")";
            case 3: return "(" + l + one(" << ", " >> ", " >>> ") + i(d) + ")";
            case 4: return "(" + l + one(" / ", " % ") + one("2L", "3L", "-1L", "10L", "64L") + ")";
            case 5: return "(" + l + one(" / ", " % ") + (calm ? "(" + e(Type.LONG, d) + " | 1)" : e(Type.LONG, d)) + ")";
            case 6: return "(long) " + i(d);
            case 7: return "(long) " + e(one(Type.DOUBLE, Type.FLOAT), d);
            case 8: return "Math." + one("abs(" + l + ")", "max(" + l + ", 5L)", calm ? "min(" + l + ", 5L)" : "negateExact(" + l + ")", "floorMod(" + l + ", 7L)");
            case 9: return "Long." + one("bitCount", "numberOfLeadingZeros", "signum") + "(" + l + ")";
            default: return "(" + e(Type.BOOLEAN, d) + " ? " + l + " : " + e(Type.LONG, 0) + ")";
        }
    }

    String booleanOf(int d) {
        String compare = one(" == ", " != ", " < ", " <= ", " > ", " >= ");
        switch (some(22)) {
            case 0: case 1: case 2: case 3: case 4: return "(" + i(d) + compare + i(d) + ")";
            case 5: case 6: return "(" + e(Type.LONG, d) + compare + e(Type.LONG, d) + ")";
            case 7: return "(" + e(Type.DOUBLE, d) + compare + e(Type.DOUBLE, d) + ")";
            case 8: return "(" + e(Type.FLOAT, d) + compare + e(Type.FLOAT, d) + ")";
            case 9: return "(" + e(Type.CHAR, d) + compare + e(Type.CHAR, d) + ")";
            case 10: return "(" + e(Type.BOOLEAN, d) + one(" && ", " || ", " ^ ", " & ") + e(Type.BOOLEAN, d) + ")";
            case 11: return "!" + e(Type.BOOLEAN, d);
            case 12: case 13: return s(d) + "." + one("equals", "startsWith", "endsWith", "contains", "equalsIgnoreCase") + "(" + s(0) + ")";
            case 14: return s(d) + "." + one("isEmpty()", "isBlank()");
            case 15: return s(d) + ".matches(\"" + one(REGEXES) + "\")";
            case 16: return "Character." + one("isDigit", "isLetter", "isWhitespace", "isUpperCase") + "(" + e(Type.CHAR, d) + ")";
            case 17: return "Double.isNaN(" + e(Type.DOUBLE, d) + ")";
            case 18: if (has("list")) return one("list.contains(" + i(d) + ")", "list.isEmpty()", "list.equals(List.of(" + i(d) + "))"); // falls through
            case 19: if (has("map")) return one("map.containsKey(" + i(d) + ")", "map.isEmpty()"); // falls through
            case 20: if (has("object")) return one("o instanceof B", "o.a == " + i(d)); // falls through
            default: return leaf(Type.BOOLEAN);
        }
    }

    String charAt(int d) {
        return calm ? "(" + s(d) + " + 'q').charAt(0)" : s(d) + ".charAt(" + (often() ? "0" : i(d)) + ")";
    }

    String charOf(int d) {
        switch (some(5)) {
            case 0: return "((char) " + i(d) + ")";
            case 1: return "Character." + one("toLowerCase", "toUpperCase") + "(" + e(Type.CHAR, d) + ")";
            case 2: return charAt(d);
            case 3: return "((char) (" + e(Type.CHAR, d) + one(" + 1", " - 'a'", " ^ 32") + "))";
            default: return leaf(Type.CHAR);
        }
    }

    String doubleOf(int d) {
        String x = e(Type.DOUBLE, d);
        switch (some(8)) {
            case 0: case 1: return "(" + x + one(" + ", " - ", " * ", " / ", " % ") + e(Type.DOUBLE, d) + ")";
            case 2: return "(double) " + i(d);
            case 3: return "(double) " + e(Type.LONG, d);
            case 4: return "(double) " + e(Type.FLOAT, d);
            case 5: return "Math." + one("abs", "floor", "ceil", "rint", "sqrt", "signum", "ulp") + "(" + x + ")";
            case 6: return "Math." + one("min", "max") + "(" + x + ", " + e(Type.DOUBLE, d) + ")";
            default: return "(-" + x + ")";
        }
    }

    String floatOf(int d) {
        switch (some(5)) {
            case 0: return "(" + e(Type.FLOAT, d) + one(" + ", " - ", " * ", " / ") + e(Type.FLOAT, d) + ")";
            case 1: return "(float) " + i(d);
            case 2: return "(float) " + e(Type.DOUBLE, d);
            case 3: return "Math.abs(" + e(Type.FLOAT, d) + ")";
            default: return "(-" + e(Type.FLOAT, d) + ")";
        }
    }

    String stringOf(int d) {
        String s = s(d);
        int which = some(20);
        if (calm && (which == 1 || which == 2 || which == 13)) return "(" + s + " + \"mn\").substring(" + one("1)", "2)", "0, 1)", "1, 2)");
        switch (which) {
            case 0: return s + "." + one("trim()", "strip()", "stripLeading()", "stripTrailing()");
            case 1: return s + ".substring(" + one("1", "0", i(0), s(0) + ".length()") + ")";
            case 2: return s + ".substring(0, " + one(i(0), s + ".indexOf(" + charLiteral() + ")", "1") + ")";
            case 3: case 4: return "(" + s + " + " + e(one(Type.STRING, Type.INT, Type.CHAR, Type.BOOLEAN), d) + ")";
            case 5: return s + ".replace(" + charLiteral() + ", " + charLiteral() + ")";
            case 6: return s + ".replace(" + stringLiteral() + ", " + stringLiteral() + ")";
            case 7: return s + "." + one("toUpperCase()", "toLowerCase()");
            case 8: return "new StringBuilder(" + s + ").reverse().toString()";
            case 9: return "String.valueOf(" + e(one(Type.INT, Type.LONG, Type.BOOLEAN, Type.CHAR), d) + ")";
            case 10: return s + ".repeat(" + one("2", "3", "0", small(0)) + ")";
            case 11: return s + ".concat(" + s(0) + ")";
            case 12: return "(" + e(Type.BOOLEAN, d) + " ? " + s + " : " + s(0) + ")";
            case 13: return "new StringBuilder(" + s + ")" + one(".insert(0, " + i(0) + ")", ".append(" + s(0) + ")", ".deleteCharAt(" + one("0", i(0)) + ")",
                ".insert(" + one("1", i(0)) + ", " + s(0) + ")") + ".toString()";
            case 14: return s + ".replaceAll(\"" + one(REGEXES) + "\", " + one("\"\"", "\"z\"", "\"ab\"") + ")";
            case 15: return s + ".intern()";
            case 16: return s + ".substring(" + s + ".indexOf(" + charLiteral() + ") + 1)";
            default: return leaf(Type.STRING);
        }
    }

    Type type() {
        return one(Type.INT, Type.INT, Type.INT, Type.LONG, Type.BOOLEAN, Type.CHAR, Type.DOUBLE, Type.FLOAT, Type.STRING, Type.STRING);
    }

    /** A statement; what it declares is in scope behind it only where `keep`. */
    String statement(int depth, boolean keep) {
        if (left-- <= 0) return "";
        String f = !features.isEmpty() && some(3) == 0 ? featureStatement() : null;
        if (f != null) return f + "\n";
        if (!keep || some(3) == 0) {
            Type t = type();
            List<String> all = new ArrayList<>(scope.get(t));
            all.removeIf(v -> !v.startsWith("v"));
            if (!all.isEmpty() && often()) return all.get(some(all.size())) + " = " + e(t, 2) + ";\n";
        }
        switch (some(keep ? 13 : 9)) {
            case 0: case 1: return "if (" + e(Type.BOOLEAN, 2) + ") {\n" + block(depth) + "}" + (some(2) == 0 ? " else {\n" + block(depth) + "}\n" : "\n");
            case 2: return depth > 0 ? loop(depth) : "";
            case 3: return "if (" + e(Type.BOOLEAN, 2) + ") " + one(calm ? "s0 = 3;" : "throw new IllegalStateException();", calm ? "s1 = 4;" : "throw new ArithmeticException();", "return" + (unit ? " 1" : "") + ";") + "\n";
            case 4: return "try {\n" + block(depth) + one("", "if (" + e(Type.BOOLEAN, 1) + ") throw new ArithmeticException();\n") + "} catch ("
                + one("RuntimeException", "ArithmeticException", "IndexOutOfBoundsException", "NullPointerException | ClassCastException") + " " + fresh("x") + ") {\n"
                + block(depth) + "}" + (some(3) == 0 ? " finally {\n" + block(0) + "}\n" : "\n");
            case 5: {
                String sw = "switch (" + (often() ? i(1) : s(1)) + ") {\n", text = sw.contains("\"") ? "" : null;
                boolean strings = some(2) == 0;
                String of = strings ? "switch (" + s(1) + ") {\n" : "switch (" + i(1) + ") {\n";
                return of + (strings ? "case \"a\":\n" : "case 0:\n") + block(0) + one("", "break;\n") + (strings ? "case \"\":\n" : "case 55:\n") + block(0) + "break;\n"
                    + (some(2) == 0 ? "default:\n" + block(0) : "") + "}\n";
            }
            default: {
                Type t = type();
                String v = fresh("v"), text = t.name + " " + v + " = " + e(t, 2) + ";\n";
                if (keep) scope.get(t).add(v);
                return text;
            }
        }
    }

    String block(int depth) {
        Map<Type, List<String>> before = new HashMap<>();
        scope.forEach((t, all) -> before.put(t, new ArrayList<>(all)));
        StringBuilder b = new StringBuilder();
        for (int n = 1 + some(2); n > 0; n--) b.append(statement(depth - 1, true));
        scope.clear();
        scope.putAll(before);
        return b.toString();
    }

    String loop(int depth) {
        String k = fresh("k");
        StringBuilder b = new StringBuilder();
        String s = variable(Type.STRING);
        switch (some(unit ? 3 : 6)) {
            case 0: b.append("for (int " + k + " = 0; " + k + " < " + (2 + some(6)) + "; " + k + "++) {\n"); break;
            case 1: if (s != null) {
                b.append("for (int " + k + " = 0; " + k + " < " + s + ".length(); " + k + one("++", "++", " += 2") + ") {\n");
                if (often()) b.append("if (" + s + ".charAt(" + k + ") == " + charLiteral() + ") " + shuffle(k));
                if (often()) b.append("if (" + k + " == " + one("0", "1", "3", "7", "30", "700") + ") " + shuffle(k));
                if (some(3) == 0) b.append("if (" + k + " < 0) " + shuffle(k));
                break;
            } // falls through
            case 2: b.append("for (int " + k + " = " + small(1) + "; " + k + " > 0; " + k + one("--", " -= 3", " /= 2") + ") {\n"); break;
            case 3: b.append("int " + k + " = 0;\nwhile (Verifier.nondetInt() == 55) {\n" + k + " = (" + k + " + " + one("1", "2", "3") + ") % " + (2 + some(30)) + ";\n"); break;
            case 4: b.append("int " + k + " = 0;\nwhile (Verifier.nondetBoolean()) {\n" + k + one(" ^= 1", " = " + k + " < 9 ? " + k + " + 1 : 0", " = 1 - " + k, " = " + k + " * 2 & 15") + ";\n"); break;
            default: b.append("int " + k + " = 0;\nwhile (" + k + " < 40 && Verifier.nondetBoolean()) {\n" + k + "++;\n");
        }
        scope.get(Type.INT).add(k);
        String inside = block(depth - 1);
        scope.get(Type.INT).remove(k);
        return b.append(inside).append(some(5) == 0 ? "if (" + e(Type.BOOLEAN, 1) + ") break;\n" : "").append("}\n").toString();
    }

    /** A loop with as many rounds as a string has characters, which changes numbers only. */
    String stringLoop() {
        String s = variable(Type.STRING), k = fresh("k");
        StringBuilder b = new StringBuilder();
        String end = some(4) == 0 ? fresh("n") : null;
        if (end != null) b.append("int " + end + " = " + s + ".length();\nfor (int " + k + " = 0; " + k + " < " + end + "; " + k + "++) {\n" + one("", "", end + "--;\n"));
        else if (some(5) == 0) b.append("for (int " + k + " = " + s + ".length() - 1; " + k + " >= 0; " + k + "--) {\n");
        else b.append("for (int " + k + " = 0; " + k + " < " + s + ".length(); " + k + one("++", "++", "++", " += 2") + ") {\n");
        for (int n = 1 + some(3); n > 0; n--) {
            switch (some(6)) {
                case 0: case 1: b.append("if (" + one(s, s, variable(Type.STRING)) + ".charAt(" + k + ") == " + charLiteral() + ") "); break;
                case 2: b.append("if (" + k + " == " + one("0", "1", "3", "7", "30", "300") + ") "); break;
                case 3: b.append("if (" + k + " < 0) "); break;
                case 4: b.append("if (" + variable(Type.INT) + one(" > ", " == ", " < ") + some(9) + ") "); break;
                default: break;
            }
            b.append(shuffle(k));
        }
        return b.append("}\n").toString();
    }

    String stringProgram() {
        StringBuilder b = new StringBuilder();
        for (int n = 2 + some(2); n > 0; n--) {
            String v = fresh("v");
            b.append("int " + v + " = " + one("0", "1", "-1", i(0), s(1) + ".length()", s(1) + ".indexOf(" + charLiteral() + ")") + ";\n");
            scope.get(Type.INT).add(v);
        }
        String v = fresh("v");
        b.append("long " + v + " = " + e(Type.LONG, 0) + ";\n");
        scope.get(Type.LONG).add(v);
        for (int n = 1 + some(2); n > 0; n--) {
            if (some(3) == 0) {
                String t = fresh("v");
                b.append("String " + t + " = " + s(2) + ";\n");
                scope.get(Type.STRING).add(t);
            }
            b.append(stringLoop());
        }
        return b.toString();
    }

    /** A loop that goes on for as long as the input says, over a state. */
    String stateProgram() {
        StringBuilder b = new StringBuilder();
        String k = fresh("k");
        b.append("int " + k + " = " + some(3) + ";\n");
        b.append(one("while (Verifier.nondetBoolean()) {\n", "while (Verifier.nondetInt() == 55) {\n", "for (int in = Verifier.nondetInt(); in != 55; in = Verifier.nondetInt()) {\nif (in == " + some(9) + ") "
            + k + " = " + some(5) + ";\n"));
        b.append(k + one(" ^= 1", " = " + k + " < " + some(12) + " ? " + k + " + 1 : 0", " = " + k + " * 2 & 15", " = (" + k + " + " + (1 + some(3)) + ") % " + (2 + some(30))) + ";\n");
        scope.get(Type.INT).add(k);
        for (int n = 1 + some(3); n > 0; n--) {
            String f = featureStatement();
            if (f != null) b.append(some(3) == 0 ? "if (" + k + " == " + some(4) + ") { " + f + " }\n" : f + "\n");
        }
        return b.append("}\n").toString();
    }

    /** Numbers that a loop hands on. */
    String shuffle(String k) {
        List<String> from = new ArrayList<>(scope.get(Type.INT)), to = new ArrayList<>(from), longs = new ArrayList<>(scope.get(Type.LONG));
        to.removeIf(v -> !v.startsWith("v"));
        longs.removeIf(v -> !v.startsWith("v"));
        from.add(k);
        if (!longs.isEmpty() && some(2) == 0) return longs.get(some(longs.size())) + " = " + leaf(Type.LONG) + ";\n";
        if (to.isEmpty()) return ";\n";
        String v = to.get(some(to.size()));
        return v + " = " + one(from.get(some(from.size())), v + " + 1", "" + some(4), from.get(some(from.size())) + " - 1") + ";\n";
    }

    String featureStatement() {
        switch (one(features.toArray(new String[0]))) {
            case "array": return "arr[" + index(1) + "] = " + i(1) + ";";
            case "list": return one("list.add(" + i(1) + ");", "list.add(0, " + i(1) + ");", "list.remove(Integer.valueOf(" + i(1) + "));", "if (!list.isEmpty()) list.remove(0);",
                calm ? "list.remove((Object) 3);" : "list.set(0, " + i(1) + ");", "for (int e : list) if (e == " + i(0) + ") list." + one("add(1)", "remove(0)", "size()") + ";",
                "for (Iterator<Integer> it = list.iterator(); it.hasNext();) if (it.next() == " + i(0) + ") it.remove();",
                "list.forEach(e -> { if (e > 3) s_list.add(e); });", "list.removeIf(e -> e == " + "2);", "Collections.sort(list);", "if (list.size() > 4) list.clear();");
            case "map": return one("map.put((int) " + i(1) + ", (int) " + i(1) + ");", "map.remove(" + i(1) + ");", "map.merge((int) " + i(1) + ", 1, Integer::sum);", "map.putIfAbsent((int) " + i(1) + ", (int) " + i(0) + ");",
                "for (int e : map.keySet()) if (e == " + i(0) + ") map." + one("remove(e)", "get(e)", "put(9, 9)") + ";");
            case "object": return one("o = new A(" + i(1) + ");", "o = new B(" + i(1) + ");", "o.a = " + i(1) + ";", "o.t(" + i(1) + ");", "A q" + names + " = o; q" + names++ + ".a++;", calm ? "o.a++;" : "o = o.n;", "if (o.n != null) o = o.n;", "o.n = new B(2);");
            case "enum": return "en = E.values()[" + (calm || often() ? "(" + i(1) + ") & 1" : i(1)) + "];";
            case "record": return "re = new R(" + i(1) + ", " + e(Type.LONG, 1) + ");";
            case "lambda": return "fn = x -> " + one("x + 1", "x * x", "x / 2 - s_k", "x == 3 ? 0 : x", "-x") + ";";
            case "box": return one("bx = (int) " + i(1) + ";", "by = bx;", "by = (int) " + i(1) + ";", calm ? "bx++;" : "bx = null;");
            case "static": return one("s0 = " + i(1) + ";", "s1 += " + i(1) + ";", "s2 = " + s(1) + ";", "s2 += 'x';");
            case "own": return one("own.touch();", "own.add0();", calm ? "s0 = own.seen();" : "if (own.seen() > " + (1 + some(30)) + ") throw new IllegalStateException();");
            default: return null;
        }
    }

    String members() {
        Set<String> all = new HashSet<>(features);
        StringBuilder b = new StringBuilder("private static final List<Integer> s_list = new ArrayList<>();\nprivate static final int s_k = 1;\nprivate static int s0; private static long s1; private static String s2 = \"\";\n");
        features.retainAll(Set.of("static", "table"));
        scope.get(Type.INT).add("x");
        String ex = e(Type.INT, 2), ex2 = e(Type.INT, 2), ex3 = e(Type.INT, 2);
        scope.get(Type.INT).add("y");
        String exy = e(Type.INT, 3), cond = e(Type.BOOLEAN, 2);
        scope.get(Type.INT).clear();
        features.addAll(all);
        if (has("table")) {
            b.append("private static final int[] TABLE = {");
            int base = some(5), step = some(3), kind = some(3);
            for (int n = 0; n < 16; n++) b.append(kind == 0 ? base + step * n : kind == 1 ? some(4) : n < 8 ? base : 3 * n).append(", ");
            b.append("};\n");
        }
        if (has("enum")) b.append("enum E { U, V { int g(int x) { return " + ex + "; } }, W; int g(int x) { return " + ex2 + "; } }\n");
        if (has("record")) b.append("record R(int x, long y) { " + one("", "R { if (x == 3) throw new IllegalStateException(); } ") + "int sum() { return x + (int) y; } }\n");
        if (has("object")) b.append("static class A { int a; A n; A(int a) { this.a = a; } int f(int x) { return a + (" + ex + "); } void t(int x) { a = " + ex3 + "; } }\n"
            + "static class B extends A { int b = 3; B(int a) { super(a); b += a; } " + one("", "@Override ") + "int f(int x) { " + one("b++; ", "") + "return " + ex2 + "; } }\n");
        if (has("own")) b.append("static class Own extends AbstractList<Integer> { int n; public Integer get(int i) { return n; } public int size() { return n; }\n"
            + "void touch() { modCount" + one("++", " += 2") + "; } void add0() { n = " + one("1 - n", "n < 3 ? n + 1 : 0") + "; " + one("", "modCount++; ") + "} int seen() { return modCount" + one("", " / 3", " & 15") + "; } }\n");
        if (has("helper")) b.append("static int h(int x, int y) { if (" + cond + ") return " + one("x", "y", "-1") + "; return " + exy + "; }\n");
        if (has("recursion")) b.append("static int rec(int n) { return n <= 0 ? " + some(3) + " : " + one("n + rec(n - 1)", "rec(n - 2) ^ n", "n % 2 == 0 ? rec(n / 2) : rec(n - 1) + 1") + "; }\n");
        return b.toString();
    }

    String declarations() {
        Set<String> all = new HashSet<>(features);
        StringBuilder b = new StringBuilder("s0 = 0; s1 = 0; s2 = \"\"; s_list.clear();\n");
        for (String f : FEATURES) {
            if (!all.contains(f)) continue;
            b.append(declaration(f));
        }
        features.addAll(all);
        return b.toString();
    }

    String declaration(String feature) {
        features.clear(); // it is not there yet
        StringBuilder b = new StringBuilder();
        if (feature.equals("array")) b.append("int[] arr = new int[" + one("4", "4", "5", "1 + " + small(1)) + "];\n");
        if (feature.equals("list")) b.append("List<Integer> list = new " + one("ArrayList", "ArrayList", "LinkedList") + "<>();\n" + (often() ? "list.add(" + i(1) + ");\n" : ""));
        if (feature.equals("map")) b.append("Map<Integer, Integer> map = new " + one("HashMap", "HashMap", "TreeMap", "LinkedHashMap") + "<>();\n" + (often() ? "map.put(" + i(1) + ", 1);\n" : ""));
        if (feature.equals("object")) b.append("A o = " + e(Type.BOOLEAN, 2) + " ? new A(" + i(1) + ") : new B(" + i(1) + ");\n");
        if (feature.equals("enum")) b.append("E en = " + e(Type.BOOLEAN, 1) + " ? E.U : E.V;\n");
        if (feature.equals("record")) b.append("R re = new R(" + i(0) + ", 2L);\n");
        if (feature.equals("lambda")) b.append("IntUnaryOperator fn = x -> x + 1;\n");
        if (feature.equals("box")) b.append("Integer bx = (int) " + i(1) + ", by = (int) " + i(1) + ";\n");
        if (feature.equals("own")) b.append("Own own = new Own();\n");
        return b.toString();
    }

    static final String[] FEATURES = {"array", "list", "map", "object", "enum", "record", "lambda", "box", "static", "helper", "recursion", "own", "table"};

    String name() {
        return (unit ? "U" : "P") + number;
    }

    String program() {
        int shape = unit ? 0 : some(4); // 1: strings of any length; 2: states
        for (int n = shape == 1 ? 0 : shape == 2 ? 1 + some(2) : some(3); n > 0; n--) features.add(one(FEATURES));
        if (shape == 2 && some(2) == 0) features.add(one("own", "list", "map", "object", "static", "box"));
        StringBuilder parameters = new StringBuilder(), ask = new StringBuilder();
        String head = members();
        for (int n = 1 + some(3), k = 0; k < n; k++) {
            Type t = shape == 1 && k == 0 ? Type.STRING : shape == 1 && k == 1 ? one(Type.LONG, Type.INT, Type.STRING) : type();
            inputs.add(t);
            if (unit) parameters.append(k == 0 ? "" : ", ").append(t.name).append(" v").append(names);
            else ask.append(t.name + " v" + names + " = Verifier.nondet" + Character.toUpperCase(t.name.charAt(0)) + t.name.substring(1) + "();\n");
            scope.get(t).add("v" + names++);
        }
        left = 3 + some(7);
        StringBuilder body = new StringBuilder(declarations());
        if (shape == 1) body.append(stringProgram());
        if (shape == 2) body.append(stateProgram());
        for (int n = shape > 0 ? some(2) : 2 + some(3); n > 0; n--) body.append(statement(2, true));
        String v = shape == 2 ? "(long) " + (features.isEmpty() || some(3) == 0 ? i(1) : "(" + featureInt(1) + ")") : shape == 1 ? one("(long) ", "(long) ", "(long) -") + leaf(one(Type.INT, Type.INT, Type.LONG)) : one("(long) " + i(2), "(long) " + i(1), e(Type.LONG, 2), e(Type.BOOLEAN, 2) + " ? 1L : 0L", "(long) " + s(2) + ".length()", "(long) " + i(0), "(long) " + e(Type.CHAR, 2));
        return "import java.util.*;\nimport java.util.function.*;\npublic class " + name() + " {\n" + head
            + (unit ? "public static int f(" + parameters + ") {\n" : "public static void main(String[] args) {\n") + ask + body
            + "if (Check.is(" + v + ", " + (TARGET + number) + "L)) throw new " + one("IllegalStateException", "AssertionError", "ArithmeticException") + "();\n"
            + (unit ? "return 0;\n" : "") + "}\n}\n";
    }

    static final String CHECK = "import java.util.function.LongPredicate;\npublic final class Check {\n    private static LongPredicate seen;\n"
        + "    private static LongPredicate all() {\n        return seen;\n    }\n"
        + "    public static boolean is(long v, long target) {\n        LongPredicate s = all();\n        return s == null ? v == target : s.test(v);\n    }\n}\n";

    static String verifier() {
        StringBuilder b = new StringBuilder("public final class Verifier {\n    private static java.util.function.Function<String, Object> source;\n");
        for (Type t : Type.values()) {
            String box = t == Type.INT ? "Integer" : t == Type.CHAR ? "Character" : Character.toUpperCase(t.name.charAt(0)) + t.name.substring(1);
            b.append("    public static " + t.name + " nondet" + Character.toUpperCase(t.name.charAt(0)) + t.name.substring(1) + "() {\n        return (" + box + ") source.apply(\"" + t.name
                + "\");\n    }\n");
        }
        return b.append("}\n").toString();
    }

    // ---- Compiling ----

    static final class Source extends SimpleJavaFileObject {
        final String name, text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignore) {
            return text;
        }
    }

    /** Returns the names of those that javac refuses; the others are compiled. */
    static Set<String> compile(List<Source> all, Path dir) throws IOException {
        Set<String> refused = new HashSet<>();
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (boolean again = true; again;) {
            List<Source> good = new ArrayList<>(all);
            good.removeIf(s -> refused.contains(s.name));
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            try (StandardJavaFileManager files = javac.getStandardFileManager(problems, null, null)) {
                again = !javac.getTask(null, files, problems, List.of("-d", dir.toString(), "-nowarn", "-proc:none", "-Xmaxerrs", "100000"), null, good).call();
            }
            for (Diagnostic<? extends JavaFileObject> d : problems.getDiagnostics())
                if (d.getKind() == Diagnostic.Kind.ERROR && refused.add(((Source) d.getSource()).name) && System.getenv("ATTACK_SHOW") != null) System.out.println(d);
        }
        return refused;
    }

    // ---- Running ----

    static final class Stop extends Error {
        Stop() {
            super(null, null, false, false);
        }
    }

    final Map<Long, List<Object>> values = new LinkedHashMap<>();
    final Map<Long, Integer> counts = new HashMap<>();
    final Map<String, List<Object>> failures = new LinkedHashMap<>();
    private List<Object> given = new ArrayList<>();
    private final Random draw = new Random(7);
    private Object last;

    int drawInt() {
        if (!constants.isEmpty() && draw.nextInt(3) == 0) {
            String c = constants.get(draw.nextInt(constants.size()));
            if (!c.startsWith("\"")) return (int) Long.parseLong(c) + (draw.nextInt(3) == 0 ? draw.nextInt(3) - 1 : 0);
        }
        switch (draw.nextInt(4)) {
            case 0: return INTS[draw.nextInt(INTS.length)];
            case 1: return draw.nextInt();
            default: return draw.nextInt(20) - 5;
        }
    }

    String drawString() {
        StringBuilder b = new StringBuilder();
        if (draw.nextInt(2) == 0) {
            String c = constants.isEmpty() ? "" : constants.get(draw.nextInt(constants.size()));
            b.append(c.startsWith("\"") ? c.substring(1) : STRINGS[draw.nextInt(STRINGS.length)]);
            if (draw.nextInt(2) == 0) return b.toString();
        }
        if (draw.nextInt(60) == 0) return one2("x", "ab", "a=").repeat(400);
        String alphabet = one2("ab", "ab =x", " a\t", "01-+", "aAzZ\u00e9\u00df", "x\ud83d\ude00\u0130\u2003");
        for (int n = draw.nextInt(draw.nextInt(8) == 0 ? 40 : 5); n > 0; n--) b.append(alphabet.charAt(draw.nextInt(alphabet.length())));
        if (draw.nextInt(8) == 0) b.append(STRINGS[draw.nextInt(STRINGS.length)]);
        return b.toString();
    }

    String one2(String... of) {
        return of[draw.nextInt(of.length)];
    }

    Object value(String type) {
        if (given.size() > 3 && draw.nextInt(8) > 0 && type.equals(last instanceof Integer ? "int" : last instanceof Boolean ? "boolean" : "")) return last; // loops go on
        switch (type) {
            case "int": return given.size() > 2 && draw.nextInt(2) == 0 ? 55 : drawInt();
            case "long": return draw.nextInt(3) == 0 ? LONGS[draw.nextInt(LONGS.length)] : draw.nextInt(3) == 0 ? draw.nextLong() : (long) drawInt();
            case "boolean": return draw.nextBoolean();
            case "char": return draw.nextInt(3) == 0 ? (char) draw.nextInt(65536) : draw.nextInt(3) == 0 ? (char) drawInt() : "abx =09AZ\u00e9\u0130\u0131\uffff\u00b5\u00df".charAt(draw.nextInt(15));
            case "double": return draw.nextInt(4) == 0 ? Double.longBitsToDouble(draw.nextLong()) : draw.nextInt(3) == 0 ? drawInt() / 2.0 : EDGES[draw.nextInt(EDGES.length)];
            case "float": return draw.nextInt(4) == 0 ? Float.intBitsToFloat(draw.nextInt()) : draw.nextInt(3) == 0 ? drawInt() / 2f : (float) EDGES[draw.nextInt(EDGES.length)];
            default: return unit && draw.nextInt(20) == 0 ? null : drawString();
        }
    }

    static final double[] EDGES = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 1e-300, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, 2147483648.0, -2147483649.0, 9.223372036854775807E18, 1e16, 9007199254740993.0, 3.4e38, 1e-45};

    Object next(String type) {
        if (given.size() >= MOST_CALLS) throw new Stop();
        Object v = value(type);
        last = v;
        given.add(v);
        return v;
    }

    static void set(Class<?> c, String field, Object value) throws ReflectiveOperationException {
        Field f = c.getDeclaredField(field);
        f.setAccessible(true);
        f.set(null, value);
    }

    Method entry(ClassLoader loader) throws ReflectiveOperationException {
        for (Method m : loader.loadClass(name()).getDeclaredMethods())
            if (m.getName().equals(unit ? "f" : "main")) return m;
        throw new NoSuchMethodException(name());
    }

    /** What leaves it; null where nothing does. */
    static Throwable call(Method m, Object[] args) throws ReflectiveOperationException {
        try {
            m.invoke(null, args);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    static boolean isFailure(Throwable t) {
        return t instanceof RuntimeException || t instanceof AssertionError;
    }

    void run(ClassLoader loader, int runs) throws ReflectiveOperationException {
        Method m = entry(loader);
        set(loader.loadClass("Verifier"), "source", (Function<String, Object>) this::next);
        set(loader.loadClass("Check"), "seen", (LongPredicate) v -> {
            if (counts.size() < 3000 || counts.containsKey(v)) {
                counts.merge(v, 1, Integer::sum);
                values.putIfAbsent(v, given);
            }
            return false;
        });
        long until = System.nanoTime() + 300_000_000L;
        for (int k = 0; k < runs && ((k & 15) != 0 || System.nanoTime() < until); k++) {
            given = new ArrayList<>();
            last = null;
            Object[] args = unit ? new Object[inputs.size()] : new Object[] {new String[0]};
            for (int a = 0; unit && a < args.length; a++) args[a] = next(inputs.get(a).name);
            Throwable thrown = call(m, args);
            if (thrown instanceof ThreadDeath) throw (ThreadDeath) thrown;
            if (isFailure(thrown)) failures.putIfAbsent(thrown.getClass().getName(), given);
        }
        set(loader.loadClass("Check"), "seen", null);
    }

    /** A number that came seldom, or one that never came. */
    long target() {
        if (counts.isEmpty()) return 17;
        List<Long> all = new ArrayList<>(counts.keySet());
        if (some(20) < 9) {
            long seldom = all.get(some(all.size()));
            for (int k = 0; k < 5; k++) {
                long other = all.get(some(all.size()));
                if (counts.get(other) < counts.get(seldom)) seldom = other;
            }
            return seldom;
        }
        for (int k = 0; k < 20; k++) {
            long near = k < 4 ? one(0L, 1L, -1L, 2L, 100L, (long) Integer.MAX_VALUE, (long) Integer.MIN_VALUE) : all.get(some(all.size())) + one(1, -1, 2, 7, 1000);
            if (!counts.containsKey(near)) return near;
        }
        return Long.MIN_VALUE + 12345;
    }

    void patch(Path dir, long target) throws IOException {
        Path file = dir.resolve(name() + ".class");
        byte[] bytes = Files.readAllBytes(file), old = ByteBuffer.allocate(9).put((byte) 5).putLong(TARGET + number).array();
        int at = 0;
        while (at + 9 <= bytes.length && !Arrays.equals(bytes, at, at + 9, old, 0, 9)) at++;
        if (at + 9 > bytes.length) return; // nothing leads there, as javac knows
        ByteBuffer.wrap(bytes).putLong(at + 1, target);
        Files.write(file, bytes);
    }

    static String text(Object v) {
        if (v == null) return "null";
        if (v instanceof Double) return "D" + Long.toHexString(Double.doubleToRawLongBits((Double) v));
        if (v instanceof Float) return "F" + Integer.toHexString(Float.floatToRawIntBits((Float) v));
        if (v instanceof Boolean) return "Z" + ((Boolean) v ? "1" : "0");
        if (v instanceof Character) return "C" + Integer.toHexString((Character) v);
        if (v instanceof Long) return "J" + Long.toHexString((Long) v);
        if (v instanceof Integer) return "I" + Integer.toHexString((Integer) v);
        StringBuilder b = new StringBuilder("S");
        for (char c : ((String) v).toCharArray()) b.append(String.format("%04x", (int) c));
        return b.toString();
    }

    static Object parse(String text) {
        String hex = text.substring(1);
        switch (text.charAt(0)) {
            case 'n': return null;
            case 'D': return Double.longBitsToDouble(Long.parseUnsignedLong(hex, 16));
            case 'F': return Float.intBitsToFloat(Integer.parseUnsignedInt(hex, 16));
            case 'Z': return hex.equals("1");
            case 'C': return (char) Integer.parseInt(hex, 16);
            case 'J': return Long.parseUnsignedLong(hex, 16);
            case 'I': return Integer.parseUnsignedInt(hex, 16);
            default: {
                StringBuilder b = new StringBuilder();
                for (int k = 0; k < hex.length(); k += 4) b.append((char) Integer.parseInt(hex.substring(k, k + 4), 16));
                return b.toString();
            }
        }
    }

    static String line(String name, String exception, List<Object> given) {
        StringBuilder b = new StringBuilder(name + " " + exception);
        for (Object v : given) b.append(' ').append(text(v));
        return b.toString();
    }

    /** False: it has not ended after some seconds, and is ended. */
    @SuppressWarnings("removal")
    static boolean within(int stackSize, Runnable r) throws InterruptedException {
        Thread t = new Thread(null, r, "attack", stackSize);
        t.setDaemon(true);
        t.start();
        t.join(5000);
        if (!t.isAlive()) return true;
        t.stop();
        t.join();
        return false;
    }

    static void generate(int n, long seed, Path dir) throws Exception {
        List<Attack> all = new ArrayList<>();
        List<Source> sources = new ArrayList<>(List.of(new Source("Check", CHECK), new Source("Verifier", verifier())));
        for (int k = 0; k < n; k++) {
            Attack a = new Attack(seed, k);
            all.add(a);
            sources.add(new Source(a.name(), a.program()));
        }
        Set<String> refused = compile(sources, dir);
        if (System.getenv("ATTACK_SHOW") != null)
            for (Source s : sources) Files.writeString(dir.resolve(s.name + ".java"), s.text);
        int failing = 0, endless = 0;
        try (PrintStream out = new PrintStream(dir.resolve("attack.txt").toFile()); URLClassLoader loader = loader(dir)) {
            for (Attack a : all) {
                if (refused.contains(a.name())) continue;
                Throwable[] wrong = new Throwable[1];
                boolean ends = within(64 << 20, () -> {
                    try {
                        a.run(loader, 1000);
                    } catch (Throwable e) {
                        wrong[0] = e;
                    }
                });
                if (!ends) {
                    endless++;
                    continue;
                }
                if (wrong[0] != null) throw new IllegalStateException(a.name(), wrong[0]);
                long target = a.target();
                a.patch(dir, target);
                if (a.values.containsKey(target)) a.failures.putIfAbsent("target", a.values.get(target));
                failing += a.failures.isEmpty() ? 0 : 1;
                out.println(a.name());
                a.failures.forEach((exception, given) -> out.println(line("-", exception, given)));
            }
        }
        System.out.println("seed " + seed + ": " + n + " programs, " + refused.size() + " refused by javac, " + endless + " do not end, " + failing + " fail on the JVM");
        if (refused.size() * 20 > n || failing * 3 < n) throw new IllegalStateException("too many are refused, or too few fail");
    }

    static URLClassLoader loader(Path dir) throws IOException {
        return new URLClassLoader(new URL[] {dir.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    static void replay(Path dir) throws Exception {
        int wrong = 0, n = 0;
        try (URLClassLoader loader = loader(dir)) {
            for (String l : Files.readAllLines(dir.resolve("replay.txt"))) {
                String[] parts = l.split(" ");
                Object[] given = Arrays.stream(parts).skip(2).map(Attack::parse).toArray();
                Throwable[] thrown = new Throwable[1];
                within(64 << 20, () -> thrown[0] = thrownBy(loader, parts[0], given));
                String got = thrown[0] == null ? "nothing" : thrown[0].getClass().getName();
                n++;
                if (got.equals(parts[1])) continue;
                wrong++;
                System.out.println(parts[0] + " throws " + got + " where frisk says " + parts[1] + ": " + l);
            }
        }
        System.out.println(n + " findings, " + wrong + " not confirmed");
        if (wrong > 0) System.exit(1);
    }

    // ---- Programs with their input ----

    /** 7, 7L, true, 'c', 1.5, 1.5f, "text", null; and any of these with *N: so many of it, of a text one that is as long. */
    static void addWritten(String token, List<Object> out) {
        Object v;
        int star = token.lastIndexOf('*'), times = star > 0 && token.charAt(token.length() - 1) != '"' ? Integer.parseInt(token.substring(star + 1)) : 1;
        String t = star > 0 && token.charAt(token.length() - 1) != '"' ? token.substring(0, star) : token;
        if (t.startsWith("\"")) {
            String text = java.util.regex.Pattern.compile("\\\\u(....)").matcher(t.substring(1, t.length() - 1))
                .replaceAll(m -> "" + (char) Integer.parseInt(m.group(1), 16));
            out.add(times == 1 ? text.translateEscapes().intern() : text.translateEscapes().repeat(times));
            return;
        }
        if (t.equals("null")) v = null;
        else if (t.equals("true") || t.equals("false")) v = t.equals("true");
        else if (t.startsWith("'")) v = t.charAt(1);
        else if (t.startsWith("(char)")) v = (char) Integer.parseInt(t.substring(6));
        else if (t.endsWith("L")) v = Long.parseLong(t.substring(0, t.length() - 1));
        else if (t.endsWith("f")) v = Float.parseFloat(t);
        else if (t.matches("-?[0-9]+")) v = Integer.parseInt(t);
        else v = Double.parseDouble(t);
        for (int k = 0; k < times; k++) out.add(v);
    }

    static void rules(Path dir, List<String> files) throws Exception {
        List<Source> sources = new ArrayList<>(List.of(new Source("Verifier", verifier())));
        Map<String, List<Object>> programs = new LinkedHashMap<>();
        for (String file : files) {
            String text = Files.readString(Path.of(file));
            sources.add(new Source(Path.of(file).getFileName().toString().replace(".java", ""), text));
            java.util.regex.Matcher m = java.util.regex.Pattern.compile("// fails( by calculation)?:(.*)\n(?://.*\n)*(?:public )?class (\\w+)").matcher(text);
            while (m.find()) {
                List<Object> given = new ArrayList<>();
                for (String token : m.group(2).trim().split(" +(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")) if (!token.isEmpty() && m.group(1) == null) addWritten(token, given);
                programs.put(m.group(3), m.group(1) == null ? given : null);
            }
        }
        Set<String> refused = compile(sources, dir);
        if (!refused.isEmpty()) throw new IllegalStateException("not compiled: " + refused);
        int wrong = 0;
        try (PrintStream out = new PrintStream(dir.resolve("attack.txt").toFile()); URLClassLoader loader = loader(dir)) {
            for (Map.Entry<String, List<Object>> e : programs.entrySet()) {
                Throwable[] thrown = {null};
                if (e.getValue() == null) { // it would take long, and much memory
                    out.println(e.getKey() + "\n- target");
                    continue;
                }
                Object[] given = e.getValue().toArray();
                within(512 << 10, () -> thrown[0] = thrownBy(loader, e.getKey(), given));
                out.println(e.getKey());
                if (isFailure(thrown[0])) {
                    boolean isLong = e.getValue().stream().anyMatch(v -> v instanceof String && ((String) v).length() > 50);
                    out.println(line("-", thrown[0].getClass().getName(), isLong || e.getValue().size() > 50 ? List.of() : e.getValue()));
                    continue;
                }
                wrong++;
                System.out.println(e.getKey() + " does not fail: " + thrown[0]);
            }
        }
        System.out.println(programs.size() + " programs that fail");
        if (wrong > 0) System.exit(1);
    }

    /** What leaves the program on that input; null: nothing. */
    static Throwable thrownBy(ClassLoader loader, String name, Object[] given) {
        try {
            int[] at = {0};
            set(loader.loadClass("Verifier"), "source", (Function<String, Object>) type -> {
                if (at[0] >= given.length) throw new Stop();
                Object v = given[at[0]++]; // no string of the input is a constant of the program
                return v instanceof String ? new String((String) v) : v;
            });
            for (Method m : loader.loadClass(name).getDeclaredMethods()) {
                m.setAccessible(true);
                if (m.getName().equals("main")) return call(m, new Object[] {new String[0]});
                if (m.getName().equals("f")) return call(m, given);
            }
            return new NoSuchMethodException(name);
        } catch (Throwable e) {
            return new Error(e);
        }
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("rules")) rules(Path.of(args[1]), Arrays.asList(args).subList(2, args.length));
        else if (args[0].equals("replay")) replay(Path.of(args[1]));
        else generate(Integer.parseInt(args[0]), Long.parseLong(args[1]), Path.of(args[2]));
        System.exit(0);
    }
}
