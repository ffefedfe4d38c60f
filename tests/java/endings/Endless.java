// SPDX-License-Identifier: Apache-2.0
package endings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Methods that do not end on some input. A line that ends in "hang" is where a loop comes back to a state it was in; in
 * "grows" where one takes ever more memory; in "long" one that goes on for longer than anybody waits. Worked out by
 * hand; the JVM is the referee.
 */
public class Endless {
    public static int gcd(int a, int b) {
        if (a < 0 || b < 0) return -1;
        while (a != b) { // hang
            if (a > b) a -= b;
            else b -= a;
        }
        return a;
    }

    public static int stepsOver(int n) {
        int i = 0;
        while (i != n) i += 2; // long
        return i;
    }

    public static int downOver(int n) {
        int steps = 0;
        for (int i = 30; i != n; i -= 4) steps |= i; // long
        return steps;
    }

    static final class Stuck implements Iterator<Integer> {
        private final int[] values;
        private int at;

        Stuck(int... values) {
            this.values = values;
        }

        @Override
        public boolean hasNext() {
            return at < values.length;
        }

        @Override
        public Integer next() {
            int v = values[at];
            if (v >= 0) at++; // a negative value is never passed
            return v;
        }
    }

    public static boolean iterator(int a, int b) {
        Iterator<Integer> it = new Stuck(a, b);
        boolean even = false;
        while (it.hasNext()) even ^= it.next() % 2 == 0; // hang
        return even;
    }

    public static int search(int key) {
        int[] sorted = {1, 3, 5, 7, 9, 11};
        int lo = 0, hi = sorted.length;
        while (lo < hi) { // hang
            int mid = (lo + hi) >>> 1;
            if (sorted[mid] <= key) lo = mid;
            else hi = mid;
        }
        return lo;
    }

    static final class Node {
        int value;
        Node next;
    }

    public static int cycle(int length, int back) {
        if (length < 1 || length > 5 || back < 0) return 0;
        Node first = new Node(), last = first;
        for (int i = 1; i < length; i++) {
            Node n = new Node();
            last.next = n;
            last = n;
        }
        if (back < length) last.next = first;
        int odd = 0;
        for (Node n = first; n != null; n = n.next) odd ^= 1; // hang
        return odd;
    }

    public static int probe(int a, int b, int c, int d, int key) {
        int[] table = {a, b, c, d};
        int at = key & 3;
        while (table[at] != 0 && table[at] != key) at = (at + 1) & 3; // hang
        return at;
    }

    public static int fields(String text, String separator) {
        int count = 0, from = 0;
        for (;;) {
            int at = text.indexOf(separator, from); // hang
            if (at < 0) return count;
            count = (count + 1) % 10;
            from = at + separator.length(); // the empty separator is found where it was
            if (from > text.length()) return count;
        }
    }

    public static String squeeze(String text) {
        while (text.indexOf("aa") >= 0) text = text.replace("aa", "aa"); // hang
        return text;
    }

    public static String grow(String text) {
        while (text.contains("ab")) text = text.replace("ab", "aabb"); // grows
        return text;
    }

    public static int floating(float limit) {
        int n = 0;
        for (float f = 16777000; f < limit; f += 1) n ^= 1; // hang
        return n;
    }

    public static int tenths(double end) {
        if (end < 0 || end > 2) return 0;
        int n = 0;
        for (double d = 0; d != end; d += 0.25) n ^= 1; // long
        return n;
    }

    public static int notANumber(double x) {
        double old = 0;
        int n = 0;
        while (x != old) { // hang
            old = x;
            n ^= 1;
        }
        return n;
    }

    public static long inclusive(int from, int to) {
        int sum = 0;
        if (from < Integer.MAX_VALUE - 5) return 0;
        for (int i = from; i <= to; i++) sum ^= i; // long
        return sum;
    }

    public static int bytes(int n) {
        int x = 0;
        for (byte b = 0; b < n; b++) x ^= b; // hang
        return x;
    }

    public static int chars(char last) {
        int x = 0;
        for (char c = '\ufff0'; c <= last; c++) x ^= c; // hang
        return x;
    }

    public static int signedShift(int n) {
        int bits = 0;
        while (n != 0) { // hang
            bits = (bits + 1) & 63;
            n >>= 1;
        }
        return bits;
    }

    public static int halve(int n) {
        int k = 0;
        while (n != 1) { // hang
            n /= 2;
            k ^= 1;
        }
        return k;
    }

    public static long power(int limit) {
        int p = 1;
        while (p < limit) p *= 2; // hang
        return p;
    }

    public static int collatz(int n) {
        while (n != 1) n = n % 2 == 0 ? n / 2 : 3 * n + 1; // hang
        return n;
    }

    public static int digits(int n, int base) {
        if (base < 1 || base > 16) return 0;
        int d = 0;
        do {
            d = (d + 1) & 31; // hang
            n = n / base;
        } while (n != 0);
        return d;
    }

    public static int skipSpaces(String s) {
        int i = 0;
        while (i < s.length()) { // hang
            if (s.charAt(i) == ' ') continue;
            i++;
        }
        return i;
    }

    public static int comments(String s) {
        int depth = 0, i = 0;
        while (i < s.length()) { // hang
            char c = s.charAt(i);
            if (c == '(') depth++;
            else if (c == ')' && depth == 0) i--;
            i++;
        }
        return depth;
    }

    public static int swallow(int[] a, int n) {
        int sum = 0;
        for (int i = 0; i < n;) { // hang
            try {
                sum ^= a[i];
                i++;
            } catch (ArrayIndexOutOfBoundsException e) { // it is retried
                sum = 0;
            }
        }
        return sum;
    }

    public static int queue(int n) {
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(n);
        while (!open.isEmpty()) { // hang
            int v = open.poll();
            if (v > 0) open.add(v % 7);
        }
        return 0;
    }

    public static int addWhileListing(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) list.add(i);
        for (int i = 0; i < list.size(); i++) // grows
            if (n > 100) list.add(i);
        return list.size();
    }

    public static int text(char c) {
        StringBuilder b = new StringBuilder("x");
        while (b.charAt(0) == 'x') b.append(c); // grows
        return b.length();
    }

    public static int outer(int a, int b) {
        int x = 0;
        while (x < 10) { // hang
            for (int i = 0; i < 5; i++) x += a;
            for (int i = 0; i < 5; i++) x -= b;
        }
        return x;
    }

    private static int next(int state) {
        int s = 0;
        for (int i = 0; i < 4; i++) s = (s << 1) | (state >> i & 1);
        return s;
    }

    public static int calls(int state) {
        if (state < 1 || state > 15) return 0;
        while (state != 0) state = next(state); // hang
        return state;
    }

    public static boolean sortBad(int a, int b, int c) {
        int[] v = {a, b, c};
        boolean swapped = true;
        while (swapped) { // hang
            swapped = false;
            for (int i = 0; i + 1 < v.length; i++) {
                if (v[i] >= v[i + 1]) {
                    int t = v[i];
                    v[i] = v[i + 1];
                    v[i + 1] = t;
                    swapped = true;
                }
            }
        }
        return v[0] <= v[2];
    }

    public static int newton(int n) {
        if (n < 1 || n > 20) return 0;
        int x = n, y = -1;
        while (x != y) { // hang
            y = x;
            x = (x + n / x) / 2;
            if (x == 1 && n == 3) x = 2;
        }
        return x;
    }

    public static int waits(int mode) {
        Waiting w = new Waiting();
        w.mode = mode;
        return w.run();
    }

    static class Waiting { // of waits
        private boolean done;
        private int mode;

        int run() {
            int n = 0;
            while (!done) { // hang
                n ^= 1;
                if (mode == 3) done = true;
            }
            return n;
        }
    }

    public static int boxes(Integer a) {
        Integer i = 1;
        while (!i.equals(a)) i = i * 3 % 7; // hang
        return i;
    }

    public static long ackermann(int m) {
        if (m < 4 || m > 6) return m;
        long[] stack = new long[1 << 16];
        int top = 0;
        stack[top++] = m;
        long n = 3;
        while (top > 0 && top < stack.length - 2) { // long
            long k = stack[--top];
            if (k == 0) n++;
            else if (n == 0) {
                n = 1;
                stack[top++] = k - 1;
            } else {
                n--;
                stack[top++] = k - 1;
                stack[top++] = k;
            }
        }
        return n;
    }

    public static int counters(int a) {
        if (a != 9) return a;
        int n = 0;
        for (long i = 0; i < Long.MAX_VALUE; i++) // long
            n ^= (int) i;
        return n;
    }

    public static int[] doubling(int n) {
        int[] a = new int[1];
        while (a.length > n) a = Arrays.copyOf(a, a.length + 1); // grows
        return a;
    }
}
