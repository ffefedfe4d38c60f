package groups;

import java.util.*;

/**
 * Where findings belong. Behind "//=" stands what a maintainer would say of each method, worked out by hand:
 * "error CLASS", "refused CLASS", "null ARGUMENT" (a null that nothing looks for), or nothing at all.
 */
public class Groups {
    public static class BadInput extends IllegalArgumentException {
        public BadInput(String s) { super(s); } //=
    }
    public static class Broken extends RuntimeException {
        public Broken(String s) { super(s); } //=
    }

    // ---- Refusals ----
    public static int number(String s) { //= refused NumberFormatException
        if (s == null || s.isEmpty()) throw new NumberFormatException("empty");
        return s.length();
    }
    public static int ownClass(int x) { //= refused BadInput
        if (x < 0) throw new BadInput("negative");
        return x;
    }
    public static int helper(int x) { //= refused BadInput
        if (x > 99) throw tooLarge(x);
        return x;
    }
    static BadInput tooLarge(int x) { //=
        return new BadInput("too large: " + x);
    }
    public static int checkIndex(int[] a, int i) { //= refused IndexOutOfBoundsException
        Objects.checkIndex(i, 4);
        return i;
    }
    public static int checkRange(int from, int to) { //= refused IndexOutOfBoundsException
        return Objects.checkFromToIndex(from, to, 10);
    }
    public static int required(String s) { //= refused NullPointerException
        return Objects.requireNonNull(s, "s").length();
    }
    public static int explicitNull(String s) { //= refused NullPointerException
        if (s == null) throw new NullPointerException("s");
        return s.length();
    }
    public static int unsupported(int k) { //= refused UnsupportedOperationException
        if (k == 5) throw new UnsupportedOperationException("five");
        return k;
    }
    public static int illegalState(int k) { //= refused IllegalStateException
        if (k == 5) throw new IllegalStateException("five");
        return k;
    }
    public static int noElement(int k) { //= refused NoSuchElementException
        if (k == 5) throw new NoSuchElementException("five");
        return k;
    }
    public static int bounds(int i) { //= refused StringIndexOutOfBoundsException
        if (i > 3) throw new StringIndexOutOfBoundsException(i);
        return i;
    }
    public static int exact(int a, int b) { //= refused ArithmeticException
        return Math.addExact(a, b);
    }
    public static int narrowed(long a) { //= refused ArithmeticException
        return Math.toIntExact(a);
    }
    public static int declared(int k) throws Broken { //= refused Broken
        if (k == 7) throw new Broken("declared");
        return k;
    }

    // ---- Errors: nobody refused on purpose ----
    public static int explicitOther(int k) { //= error Broken
        if (k == 7) throw new Broken("seven");
        return k;
    }
    public static int assertion(int k) { //= error AssertionError
        if (k == 7) throw new AssertionError("seven");
        return k;
    }
    public static int divide(int k) { //= error ArithmeticException
        return 100 / (k - 3);
    }
    public static char first(String s) { //= null s; error StringIndexOutOfBoundsException
        return s.charAt(0);
    }
    public static int parsed(String s) { //= error NumberFormatException
        return Integer.parseInt(s) / 1;
    }
    public static Thread.State constant(String s) { //= null s; error IllegalArgumentException
        return s.length() > 3 ? Thread.State.valueOf("X" + s.length()) : null;
    }
    public static int boxed(int k) { //= error NullPointerException
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 1);
        return m.get(k);
    }
    public static int next(int k) { //= error NoSuchElementException
        List<Integer> l = new ArrayList<>();
        if (k > 0) l.add(k);
        return l.iterator().next();
    }
    public static int cast(Object o) { //= error ClassCastException
        return o == null ? 0 : ((String) o).length();
    }

    // ---- Nulls ----
    public static int length(String s) { //= null s
        return s.length();
    }
    public static int threeTimes(String s, int k) { //= null s
        if (k == 1) return s.length();
        if (k == 2) return s.isEmpty() ? 1 : 2;
        return s.concat("x").length();
    }
    public static int sum(int[] a) { //= null a
        int n = 0;
        for (int x : a) n += x;
        return n;
    }
    public static int longest(java.util.List<String> l) { //= null l; null within l
        int most = 0;
        for (String s : l) most = Math.max(most, s.length());
        return most;
    }
    public static int together(String[] a) { //= null a; null an element of a
        int n = 0;
        for (String s : a) n += s.length();
        return n;
    }
    public static int both(String s, int[] a) { //= null s; null a
        return s.length() + a.length;
    }
    public static int library(String s) { //= null s
        return "abc".indexOf(s) < 0 ? 1 : 2;
    }
    public static int handedOn(String s) { //= null s
        return depth(s);
    }
    private static int depth(String s) { return s.trim().length(); } //=
    // It looks for null itself, and then goes wrong: that is its own matter.
    public static int looks(String s) { //= error NullPointerException
        int n = s == null ? 1 : 2;
        return s.length() + n;
    }
    public static int forgets(String s, int k) { //= error NullPointerException
        if (s != null || k == 3) return s.length();
        return 0;
    }
    public static int local(int k) { //= error NullPointerException
        String s = k == 9 ? null : "nine";
        return s.length();
    }
    private String name;
    public void setName(String n) { name = n; } //=
    public int field() { //= error NullPointerException
        return name.length();
    }

    // ---- What the JDK does on its own ----
    public static int locales() { //=
        return Locale.getAvailableLocales().length > 0 ? 1 : 1 / 0;
    }

    // ---- Boxes outside -128 .. 127 are made anew (JLS 5.1.7) ----
    public static int boxes(Integer a, Integer b) { //= refused IllegalStateException
        if (a != null && b != null && a != b && a.equals(b)) throw new IllegalStateException();
        return 0;
    }
    public static int boxesOfAList(List<Integer> l) { //= refused IllegalStateException
        if (l == null || l.size() != 2 || l.get(0) == null) return 0;
        if (l.get(0) != l.get(1) && l.get(0).equals(l.get(1))) throw new IllegalStateException();
        return 0;
    }
    public static int boxesOfAnArray(Long[] l) { //= refused IllegalStateException
        if (l == null || l.length != 2 || l[0] == null) return 0;
        if (l[0] != l[1] && l[0].equals(l[1])) throw new IllegalStateException();
        return 0;
    }
}
