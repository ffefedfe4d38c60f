// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

import java.util.HashMap;

// Whole programs with strings of any length, each a class of its own. What never fails and is proved by what
// summaries tell is a Proved..; what some input makes fail is an Open.. and must not be proved.

class ProvedTrim {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = s.trim();
        assert t.length() <= s.length() && s.strip().length() <= s.length();
        if (!t.isEmpty()) assert t.charAt(0) > ' ';
    }
}

class OpenTrim {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.strip().equals(s.trim()); // "\u2003"
    }
}

// trim gives the string itself where there is nothing to trim.
class OpenTrimSame {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.trim() != s;
    }
}

class OpenTrimOther {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.trim() == s;
    }
}

class ProvedSubstring {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt(), j = Verifier.nondetInt();
        if (i < 0 || i > j || j > s.length()) return;
        assert s.substring(i, j).length() == j - i;
        assert s.substring(i).length() == s.length() - i;
    }
}

class OpenSubstring {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt();
        if (i < 0 || i > s.length()) return;
        String a = s.substring(0, i), b = s.substring(i);
        assert !a.equals(b) || a.isEmpty();
    }
}

class ProvedPrefix {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.startsWith("--")) return;
        assert ("--" + s.substring(2)).equals(s);
    }
}

class ProvedKeyValue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('=');
        if (i < 0) return;
        String key = s.substring(0, i), value = s.substring(i + 1);
        assert s.charAt(i) == '=' && key.length() + 1 + value.length() == s.length();
        assert key.indexOf('=') < 0;
    }
}

class OpenKeyValue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('=');
        if (i < 0) return;
        assert s.substring(i + 1).indexOf('=') < 0; // "=="
    }
}

class ProvedSuffix {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int dot = s.lastIndexOf('.');
        String suffix = dot < 0 ? "" : s.substring(dot + 1);
        assert suffix.indexOf('.') < 0 && s.indexOf('.') <= dot;
    }
}

class ProvedHost {
    public static void main(String[] args) {
        String url = Verifier.nondetString();
        if (!url.startsWith("http://")) return;
        String rest = url.substring(7);
        int slash = rest.indexOf("/");
        String host = slash < 0 ? rest : rest.substring(0, slash);
        assert host.length() <= url.length() - 7 && host.indexOf('/') < 0;
    }
}

// The beginning of a string that needs two bytes a character need not need them.
class ProvedBeginning {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = Verifier.nondetInt();
        if (n < 0) return;
        String t = s.length() <= n ? s : s.substring(0, n);
        assert t.length() <= n && s.startsWith(t);
    }
}

class ProvedFind {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf("ab");
        assert s.contains("ab") == (i >= 0);
        if (i >= 0) assert s.substring(i, i + 2).equals("ab");
        assert (s + "ab").lastIndexOf("ab") == s.length();
    }
}

// A long needle in a short string: what is required of the place found is not of one that is not.
class OpenFind {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt();
        assert !(s.equals("aAAA") && s.indexOf("aA", i) == -1 && i > 2);
    }
}

class ProvedEqual {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.equals(t)) {
            assert s.hashCode() == t.hashCode() && s.compareTo(t) == 0 && s.equalsIgnoreCase(t);
            assert s.length() < 3 || s.charAt(2) == t.charAt(2);
        } else {
            assert s.compareTo(t) != 0 && t.compareTo(s) != 0;
        }
    }
}

class OpenEqual {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.equalsIgnoreCase(t)) assert s.equals(t);
    }
}

class ProvedCompare {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        String least = s.compareTo(t) <= 0 ? s : t;
        assert least.compareTo(s) <= 0 && least.compareTo(t) <= 0;
    }
}

class ProvedCharAt {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt();
        try {
            char c = s.charAt(i);
            assert i >= 0 && i < s.length() && c == s.charAt(i);
            if (i == 2) assert c == s.charAt(2);
        } catch (StringIndexOutOfBoundsException e) {
            assert i < 0 || i >= s.length();
        }
    }
}

class OpenCharAt {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt(), j = Verifier.nondetInt();
        if (i < 0 || i >= s.length() || j < 0 || j >= s.length()) return;
        assert s.charAt(i) == s.charAt(j);
    }
}

class ProvedCase {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.toLowerCase().length() >= s.length() && s.toUpperCase().length() >= s.length();
    }
}

class OpenCase {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.toUpperCase().length() == s.length(); // "\u00df"
    }
}

class ProvedReplace {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = s.replace('a', 'b');
        assert t.length() == s.length() && t.indexOf('a') < 0;
    }
}

class ProvedBuilder {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = Verifier.nondetInt();
        if (i < 0 || i >= s.length()) return;
        StringBuilder b = new StringBuilder(s);
        b.setCharAt(i, 'Z');
        assert b.charAt(i) == 'Z' && b.length() == s.length();
        b.insert(i, "xy").deleteCharAt(i);
        assert b.length() == s.length() + 1 && b.charAt(i) == 'y';
        assert b.reverse().length() == s.length() + 1;
    }
}

// Two surrogates become a pair, which is turned as one.
class OpenReverse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        String before = b.toString();
        assert b.reverse().reverse().toString().equals(before);
    }
}

class ProvedParse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int x;
        try {
            x = Integer.parseInt(s);
            assert !s.isEmpty() && x == Integer.parseInt(s);
        } catch (NumberFormatException e) {
            x = 0;
        }
        String number = "" + x;
        assert Integer.parseInt(number) == x && number.length() <= 11;
    }
}

class OpenParse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.matches("[0-9]+")) Integer.parseInt(s); // 2147483648
    }
}

class ProvedMatches {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        boolean number = s.matches("[0-9]+");
        assert number == s.matches("[0-9]+");
        if (s.isEmpty()) assert s.isBlank();
    }
}

class OpenMatches {
    public static void main(String[] args) {
        Verifier.nondetString().matches("[0-9"); // no expression
    }
}

class OpenMap {
    public static void main(String[] args) {
        HashMap<String, Integer> map = new HashMap<>();
        map.put(Verifier.nondetString(), 1);
        map.put(Verifier.nondetString(), 2);
        assert map.size() == 2;
    }
}

class OpenFindFrom {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.lastIndexOf('a') == s.lastIndexOf('a', 0); // of "aa", 1 and 0
    }
}

class OpenFindTextFrom {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.lastIndexOf("ab", 0) < 0 == s.indexOf("ab") < 0; // of "xab", -1 and 1
    }
}

class ProvedLoop {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0, h = 7;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') n++;
            h = 31 * h + s.charAt(i);
        }
        assert n >= 0 && n <= s.length();
    }
}

class OpenLoop {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) != 'b') n++;
        assert n == s.length();
    }
}

class OpenLoopFew {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 12;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'b') n--;
        int k = 10 / n;
    }
}

class OpenLoopStep {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0;
        for (int i = 0; i < s.length(); i += 2) n += s.charAt(i + 1);
    }
}

class ProvedLoopTrim {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = 0, j = s.length();
        while (i < j && s.charAt(i) == ' ') i++;
        while (j > i && s.charAt(j - 1) == ' ') j--;
        assert s.substring(i, j).length() <= s.length();
    }
}

class ProvedLoopState {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int depth = 0;
        boolean seen = false;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '(') depth++;
            else if (c == ')' && --depth < 0) break;
            else if (c == 'x') seen = true;
        }
        assert depth >= -1 && (seen || s.length() >= 0);
    }
}

class OpenLoopState {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int state = 0;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (state < 4 && c == "abcd".charAt(state)) state++;
            else state = 0;
        }
        assert state != 4;
    }
}

// What a round changes beside numbers in registers: an array, a builder, which string it is.
class OpenLoopArray {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int[] n = {0};
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'x') n[0]++;
        assert n[0] < 9;
    }
}

class OpenLoopBuilder {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == 'x') b.append('y');
        assert b.length() < 9;
    }
}

class OpenLoopRope { // a builder that holds a text of unknown length changes like any other
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s);
        for (int i = 0; i < s.length(); i++) b.append('x');
        assert b.length() <= s.length() + 2;
    }
}

class OpenLoopObject {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = "a", u = "b", v = "c";
        for (int i = 0; i < s.length(); i++) {
            String w = t;
            t = u;
            u = v;
            v = w;
        }
        assert !(s.length() > 6 && t.equals("b"));
    }
}

// Each round asks for a number of its own.
class OpenLoopInput {
    public static void main(String[] args) {
        int n = Verifier.nondetInt(), sum = 0, last = 0;
        String s = Verifier.nondetString();
        for (int i = 0; i < n; i++) {
            int x = Verifier.nondetInt();
            if (x > last) sum++;
            last = x;
        }
        assert sum != 5 || s.isEmpty();
    }
}

class ProvedLoopTwice {
    static int count(String s, char c) {
        int n = 0;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == c) n++;
        return n;
    }

    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert count(s, 'a') <= s.length() && count(s, 'b') >= 0;
    }
}

class OpenLoopTwice {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int a = ProvedLoopTwice.count(s, 'a'), b = ProvedLoopTwice.count(s, 'b');
        assert a + b < 5;
    }
}

// A number that overflows, and a long that an int would not hold.
class OpenLoopOverflow {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int k = 2147483640;
        for (int i = 0; i < s.length(); i++) k++;
        assert k > 0;
    }
}

class OpenLoopLong {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        long k = 1;
        for (int i = 0; i < s.length(); i++) k = s.charAt(i) == 'a' ? 1L << 40 : 5;
        assert k < 1L << 33;
    }
}

class ProvedReplaceText {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.replace("ab", "b").length() <= s.length() && s.replace("a", "bb").length() >= s.length();
        assert !s.replace("a", "").contains("a") && s.replace("<", "(").length() == s.length();
        assert s.replaceAll("[0-9]", "").length() <= s.length();
    }
}

class OpenReplaceText {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.replace("ab", "").contains("ab"); // "aabb"
    }
}

class OpenReplaceRegex {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.replaceAll("x*", "-").length() <= 2 * s.length(); // "": "-"
    }
}

class ProvedBuilderIndex {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s);
        int i = b.indexOf("=");
        assert i < b.length();
        if (i >= 0) assert b.delete(0, i + 1).length() == s.length() - i - 1;
    }
}

class ProvedBack {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        assert (s + t).substring(0, s.length()).equals(s);
    }
}
