// SPDX-License-Identifier: Apache-2.0
package structures;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Text utilities. */
public final class Words {
    public enum Style { PLAIN, BOLD, ITALIC }

    /** Turns strings into other ones; nothing implements it. */
    public interface Filter {
        boolean accepts(String word, int position);
    }

    private Words() {
    }

    /** The first letter as a capital. */
    public static String capitalize(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1); // error: StringIndexOutOfBoundsException, NullPointerException
    }

    /** What stands between the brackets. */
    public static String between(String text) {
        if (text == null) return "";
        int open = text.indexOf('('), close = text.indexOf(')');
        if (open < 0 || close < 0) return "";
        return text.substring(open + 1, close); // error: StringIndexOutOfBoundsException
    }

    public static boolean isPalindrome(String text) { // correct
        if (text == null) return false;
        for (int i = 0, j = text.length() - 1; i < j; i++, j--)
            if (text.charAt(i) != text.charAt(j)) return false;
        return true;
    }

    public static String mark(String word, Style style) {
        if (word == null || style == null) return "";
        switch (style) {
        case PLAIN: return word;
        case BOLD: return "*" + word + "*";
        default: throw new AssertionError(style); // error: AssertionError
        }
    }

    public static int sum(List<Integer> numbers) { // elements may be null
        if (numbers == null) return 0;
        int sum = 0;
        for (int n : numbers) sum += n; // error: NullPointerException
        return sum;
    }

    public static int longest(List<String> words) { // correct
        int best = 0;
        if (words != null)
            for (String w : words)
                if (w != null && w.length() > best) best = w.length();
        return best;
    }

    public static int count(Map<String, Integer> counts, String word) { // no entry, no number
        if (counts == null || counts.isEmpty()) return 0;
        return counts.get(word); // error: NullPointerException
    }

    public static int larger(Comparator<String> order, String a, String b) {
        if (order == null) return 0;
        int c = order.compare(a, b); // error: NullPointerException
        return c == 0 ? 0 : 10 / (c - 7); // error: ArithmeticException
    }

    public static int accepted(Filter filter, String word) {
        if (filter == null || word == null) return 0;
        return filter.accepts(word, 1) ? word.charAt(1) : 0; // error: StringIndexOutOfBoundsException
    }

    public static int measured(Function<String, String> change, String word) {
        if (change == null) return 0;
        return change.apply(word).length(); // error: NullPointerException
    }

    public static int apart(int[] a, int[] b) { // takes for granted that they are two
        if (a == null || b == null || a.length != 1 || b.length != 1) return 0;
        a[0] = 1;
        b[0] = 0;
        return 1 / a[0]; // error: ArithmeticException
    }
}
