// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Writes programs that fail on one input: each claims that some methods do not all give on it what this JVM
 * says that they do. Whoever proves one is wrong about one of these methods.
 *
 * <p>Claims N SEED DIRECTORY: classes Claim0 .. Claim(N - 1) in DIRECTORY/ClaimPrograms.java.
 */
public final class Claims {
    /** Loops that have as many rounds as a string has characters. */
    static final class Loops {
        static int count(String s, char c) {
            int n = 0;
            for (int i = 0; i < s.length(); i++) if (s.charAt(i) == c) n++;
            return n;
        }

        static int last(String s, char c) {
            for (int i = s.length() - 1; i >= 0; i--) if (s.charAt(i) == c) return i;
            return -1;
        }

        static long hash(String s) {
            long h = 7;
            for (int i = 0; i < s.length(); i += 2) h = 31 * h + s.charAt(i);
            return h;
        }

        static int blanks(String s) {
            int i = 0, j = s.length();
            while (i < j && s.charAt(i) <= ' ') i++;
            while (j > i && s.charAt(j - 1) <= ' ') j--;
            return s.length() - (j - i);
        }

        static int ends(String s) {
            int i = 0, j = s.length() - 1;
            while (i < j && s.charAt(i) == s.charAt(j)) {
                i++;
                j--;
            }
            return i - j;
        }

        static int state(String s, char c, char d) {
            int state = 0;
            for (int i = 0; i < s.length(); i++) {
                char x = s.charAt(i);
                if (state == 0 && x == c) state = 1;
                else if (state == 1 && x == d) state = 2;
                else if (state == 2 && x == c) return -1;
                else if (x == ' ') continue;
                else state = 0;
            }
            return state;
        }

        static int pairs(String s, String t) {
            int n = 0;
            for (int i = 0; i < s.length(); i++)
                for (int j = 0; j < t.length(); j++) if (s.charAt(i) == t.charAt(j)) n += i - j;
            return n;
        }

        static int kept(String s, char c) {
            int[] n = {0};
            String found = "";
            boolean odd = false;
            for (int i = 0; i < s.length(); i++) {
                if (s.charAt(i) == c) n[0]++;
                else found = "x";
                odd = !odd;
            }
            return n[0] * 10 + found.length() * 2 + (odd ? 1 : 0);
        }

        static int turns(String s) {
            int a = 1, b = 2, c = 3;
            for (int i = 0; i < s.length(); i++) {
                int x = a;
                a = b;
                b = s.charAt(i) > 'a' ? c : x;
                c = x;
            }
            return a * 100 + b * 10 + c;
        }
    }

    private static final String[] ALPHABETS = {
        "ab", "ab =.,", " \tx", "aB1", "1234567890-+", "a\u00e9\u00df\u00b5\u00ff", "a\u0130\u0101", "x\ud83d\ude00\ud800",
        "Aa\u03a3\u1e9e", "\u2003 \u00a0a"};
    private static Random random;

    private final String s, t;
    private final int i, j;

    private Claims() {
        s = text();
        t = random.nextInt(4) == 0 ? s : part(s);
        i = random.nextInt(s.length() + 2) - (random.nextInt(6) == 0 ? 1 : 0);
        j = i + random.nextInt(3);
    }

    private static String text() {
        String alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)];
        StringBuilder b = new StringBuilder();
        for (int n = random.nextInt(6); n > 0; n--) b.append(alphabet.charAt(random.nextInt(alphabet.length())));
        return b.toString();
    }

    private static char some(String s) {
        String others = "ab =.,1x\u0101\u00e9";
        return s.isEmpty() || random.nextInt(5) == 0 ? others.charAt(random.nextInt(others.length()))
                                                     : s.charAt(random.nextInt(s.length()));
    }

    private static String part(String s) {
        if (s.isEmpty() || random.nextInt(4) == 0) return text();
        int at = random.nextInt(s.length());
        return s.substring(at, Math.min(s.length(), at + 1 + random.nextInt(3)));
    }

    private static String literal(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) b.append(c == '\t' ? "\\t" : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : c);
        return b.append('"').toString();
    }

    private static String literal(char c) {
        return "(char) " + (int) c;
    }

    /** That the expression gives this string; of one that throws, nothing. */
    private static String gives(String expression, Supplier<String> value) {
        try {
            return expression + ".equals(" + literal(value.get()) + ")";
        } catch (RuntimeException e) {
            return "true";
        }
    }

    private static String is(String expression, Object value) {
        return expression + " == " + value;
    }

    private String claim() {
        char c = some(s), d = some(s);
        String u = part(s), v = part(s), lc = literal(c), ld = literal(d), lu = literal(u);
        switch (random.nextInt(57)) {
            case 0: return gives("s.trim()", s::trim);
            case 1: return is("s.strip().length()", s.strip().length());
            case 2: return gives("s.stripLeading()", s::stripLeading);
            case 3: return is("s.indexOf(" + lc + ")", s.indexOf(c));
            case 4: return is("s.lastIndexOf(" + lc + ")", s.lastIndexOf(c));
            case 5: return is("s.indexOf(" + lc + ", i)", s.indexOf(c, i));
            case 6: return is("s.lastIndexOf(" + lc + ", i)", s.lastIndexOf(c, i));
            case 7: return is("s.indexOf(" + lu + ")", s.indexOf(u));
            case 8: return is("s.lastIndexOf(" + lu + ")", s.lastIndexOf(u));
            case 9: return is("s.indexOf(" + lu + ", i)", s.indexOf(u, i));
            case 10: return is("s.indexOf(t)", s.indexOf(t));
            case 11: return is("s.compareTo(t)", s.compareTo(t));
            case 12: return is("t.compareTo(s)", t.compareTo(s));
            case 13: return is("s.equals(t)", s.equals(t));
            case 14: return is("s.equalsIgnoreCase(t)", s.equalsIgnoreCase(t));
            case 15: return is("s.hashCode()", s.hashCode());
            case 16: return is("s.startsWith(t)", s.startsWith(t));
            case 17: return is("s.endsWith(t)", s.endsWith(t));
            case 18: return is("s.isBlank()", s.isBlank());
            case 19: return gives("s.toUpperCase()", () -> s.toUpperCase(Locale.ENGLISH));
            case 20: return gives("s.toLowerCase()", () -> s.toLowerCase(Locale.ENGLISH));
            case 21: return gives("s.replace(" + lc + ", " + ld + ")", () -> s.replace(c, d));
            case 22: return is("s.replace(" + lc + ", " + ld + ").indexOf(" + lc + ")", s.replace(c, d).indexOf(c));
            case 23: return gives("s.substring(i)", () -> s.substring(i));
            case 24: return gives("s.substring(i, j)", () -> s.substring(i, j));
            case 25: return gives("(\"\" + s.charAt(i))", () -> "" + s.charAt(i));
            case 26: return gives("new StringBuilder(s).reverse().toString()", () -> new StringBuilder(s).reverse().toString());
            case 27: return gives("new StringBuilder(s).insert(i, t).toString()", () -> new StringBuilder(s).insert(i, t).toString());
            case 28: return gives("new StringBuilder(s).deleteCharAt(i).toString()", () -> new StringBuilder(s).deleteCharAt(i).toString());
            case 29: return gives("(\"\" + Integer.parseInt(s))", () -> "" + Integer.parseInt(s));
            case 30: return is("s.matches(\"[a-z]*\\\\d*\")", s.matches("[a-z]*\\d*"));
            case 31: return is("(s + t).indexOf(" + lc + ")", (s + t).indexOf(c));
            case 32: return gives("(s + t)", () -> s + t);
            case 33: return gives("(s + i)", () -> s + i);
            case 34: return gives("(s.substring(0, i) + t + s.substring(i))", () -> s.substring(0, i) + t + s.substring(i));
            case 35: return gives("s.substring(s.indexOf(" + lc + ") + 1)", () -> s.substring(s.indexOf(c) + 1));
            case 36: return gives("s.substring(0, s.lastIndexOf(" + lc + "))", () -> s.substring(0, s.lastIndexOf(c)));
            case 37: return is("s.substring(s.lastIndexOf(" + lc + ") + 1).indexOf(" + lc + ")", -1);
            case 38: return is("(s + " + lu + " + t).indexOf(" + lu + ")", (s + u + t).indexOf(u));
            case 39: return is("(s + " + lu + " + t).lastIndexOf(" + lu + ")", (s + u + t).lastIndexOf(u));
            case 40: return is("Claims.Loops.count(s, " + lc + ")", Loops.count(s, c));
            case 41: return is("Claims.Loops.last(s, " + lc + ")", Loops.last(s, c));
            case 42: return is("Claims.Loops.hash(s)", Loops.hash(s) + "L");
            case 43: return is("Claims.Loops.blanks(s)", Loops.blanks(s));
            case 44: return is("Claims.Loops.ends(s)", Loops.ends(s));
            case 45: return is("Claims.Loops.state(s, " + lc + ", " + ld + ")", Loops.state(s, c, d));
            case 46: return is("Claims.Loops.pairs(s, t)", Loops.pairs(s, t));
            case 47: return is("Claims.Loops.kept(s, " + lc + ")", Loops.kept(s, c));
            case 48: return is("Claims.Loops.turns(s)", Loops.turns(s));
            case 50: return gives("s.replace(" + lu + ", " + literal(v) + ")", () -> s.replace(u, v));
            case 51: return is("s.replace(\"" + "a" + "\", " + literal(v) + ").indexOf('a')", s.replace("a", v).indexOf('a'));
            case 52: return gives("s.replaceAll(\"[a-c]*\", " + literal(v) + ")", () -> s.replaceAll("[a-c]*", v));
            case 53: return gives("s.replaceFirst(\"[ =.]\", " + literal(v) + ")", () -> s.replaceFirst("[ =.]", v));
            case 54: return is("new StringBuilder(s).append(t).indexOf(" + lu + ")", new StringBuilder(s).append(t).indexOf(u));
            case 55: return is("new StringBuilder(s).append(t).lastIndexOf(" + lu + ")", new StringBuilder(s).append(t).lastIndexOf(u));
            case 56: return is("new StringBuilder(s).indexOf(" + lu + ", i)", new StringBuilder(s).indexOf(u, i));
            default: return is("s.contains(" + lu + ")", s.contains(u));
        }
    }

    private String program(int number) {
        StringBuilder all = new StringBuilder(claim());
        for (int n = random.nextInt(4); n > 0; n--) all.append("\n                && ").append(claim());
        String input = "s.equals(" + literal(s) + ") && t.equals(" + literal(t) + ") && i == " + i + " && j == " + j;
        boolean first = random.nextBoolean(); // the input is known before it is asked about, or after
        return "class Claim" + number + " {\n    public static void main(String[] args) {\n"
            + "        String s = Verifier.nondetString(), t = Verifier.nondetString();\n"
            + "        int i = Verifier.nondetInt(), j = Verifier.nondetInt();\n        boolean holds;\n"
            + (first ? "        if (!(" + input + ")) return;\n" : "")
            + "        try {\n            holds = " + all + ";\n        } catch (RuntimeException e) {\n            return;\n        }\n"
            + (first ? "" : "        if (!(" + input + ")) return;\n") + "        assert !holds;\n    }\n}\n";
    }

    public static void main(String[] args) throws IOException {
        int n = Integer.parseInt(args[0]);
        random = new Random(Long.parseLong(args[1]));
        StringBuilder all = new StringBuilder("import verdict.Verifier;\n");
        for (int i = 0; i < n; i++) all.append('\n').append(new Claims().program(i));
        Files.writeString(Path.of(args[2], "ClaimPrograms.java"), all);
    }
}
