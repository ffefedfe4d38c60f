// SPDX-License-Identifier: Apache-2.0
package endings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Methods that end on all inputs, as their code shows. Each is to be proved. */
public class Ends {
    public static int sum(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    public static int down(int n) {
        int s = 0;
        for (int i = n; i > 0; i--) s += i;
        return s;
    }

    public static int downTo(int n) {
        int s = 0;
        for (int i = 100; i >= 0; i -= 3) s ^= n;
        return s;
    }

    public static int fixed(int n) {
        int s = 0;
        for (int i = 0; i <= 1000; i += 7) s ^= n;
        return s;
    }

    public static int evenIndexes(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i += 2) s += a[i];
        return s;
    }

    public static int each(int[] a) {
        int s = 0;
        for (int v : a) s += v;
        return s;
    }

    public static int nested(int n, int m) {
        int s = 0;
        for (int i = 0; i < n; i++)
            for (int j = m; j > i; j--) s ^= i * j;
        return s;
    }

    public static int grid(int[][] a) {
        int s = 0;
        for (int[] row : a)
            for (int v : row)
                if (v > 0) s++;
        return s;
    }

    public static int text(String s) {
        int n = 0;
        for (int i = 0; i < s.length(); i++)
            if (Character.isDigit(s.charAt(i))) n++;
        return n;
    }

    public static boolean palindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j)
            if (s.charAt(i++) != s.charAt(j--)) return false;
        return true;
    }

    public static int partition(int[] a, int pivot) {
        int i = 0, j = a.length - 1;
        while (i < j) {
            if (a[i] < pivot) i++;
            else j--;
        }
        return i;
    }

    public static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    public static int digits(int n) {
        int d = 0;
        while (n != 0) {
            n /= 10;
            d++;
        }
        return d;
    }

    public static int bits(int n) {
        int c = 0;
        while (n != 0) {
            c += n & 1;
            n >>>= 1;
        }
        return c;
    }

    public static int ones(int n) {
        int c = 0;
        while (n != 0) {
            n &= n - 1;
            c++;
        }
        return c;
    }

    public static int log(int n) {
        int l = -1;
        while (n > 0) {
            n >>= 1;
            l++;
        }
        return l;
    }

    public static long countdown(long n) {
        long s = 0;
        while (n-- > 0) s ^= n;
        return s;
    }

    public static int toValue(int n) {
        int i = 0;
        while (i != n) i++; // all the numbers there are, if it must be
        return i;
    }

    public static int list(int n) {
        List<Integer> l = new ArrayList<>();
        for (int i = 0; i < n; i++) l.add(i);
        int s = 0;
        for (Integer v : l) s += v;
        return s;
    }

    public static int deque(int n) {
        ArrayDeque<Integer> d = new ArrayDeque<>();
        for (int i = 0; i < 10; i++) d.addLast(i ^ n);
        int s = 0;
        for (Integer v : d) s ^= v;
        return s;
    }

    public static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1); // or a StackOverflowError
    }

    public static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    private static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    public static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int v = a[i], j = i - 1;
            while (j >= 0 && a[j] > v) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = v;
        }
    }

    public static int skip(String s) {
        int i = 0;
        while (i < s.length()) {
            if (s.charAt(i) == ' ') {
                i++;
                continue;
            }
            if (s.charAt(i) == '\\') i++;
            i++;
        }
        return i;
    }

    public static String reversed(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = s.length() - 1; i >= 0; i--) b.append(s.charAt(i));
        return b.toString();
    }

    public static int scan(int[] a) {
        int i = 0;
        while (a[i] != 0) i++; // or off its end
        return i;
    }

    public static int caught(int[] a) {
        int bad = 0;
        for (int i = 0; i < 10; i++) {
            try {
                bad += a[i];
            } catch (ArrayIndexOutOfBoundsException e) {
                bad++;
            } finally {
                bad ^= 1;
            }
        }
        return bad;
    }

    public static int doing(int n) {
        int c = 0;
        do {
            c++;
            n /= 2;
        } while (n > 0);
        return c;
    }

    public static int labels(int[] a, int[] b) {
        outer:
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                if (a[i] == b[j]) continue outer;
                if (b[j] < 0) break outer;
            }
            return i;
        }
        return -1;
    }

    public static boolean prime(int n) {
        for (int d = 2; d <= n / d && d < 50000; d++)
            if (n % d == 0) return false;
        return n > 1;
    }

    public static int search(int[] a, int key) {
        int lo = 0, hi = a.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) lo = mid + 1;
            else if (a[mid] > key) hi = mid - 1;
            else return mid;
        }
        return -1;
    }

    public static int lowerBound(int[] a, int key) {
        int lo = 0, hi = a.length;
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    public static int switched(int n) {
        int state = 0, steps = 0;
        for (int i = 0; i < n; i++) {
            switch (state) {
                case 0:
                    state = n > 5 ? 1 : 2;
                    break;
                case 1:
                    state = 2;
                    break;
                default:
                    state = 0;
            }
            steps += state;
        }
        return steps;
    }

    private int at;
    private final int[] values = new int[8];

    public int held(int from) {
        int s = 0;
        for (int i = from; i < values.length; i++) s += get(i);
        at = s;
        return at;
    }

    private int get(int i) {
        return values[i & 7];
    }

    public static String joined(int[] a) {
        String s = "";
        for (int i = 0; i < a.length; i++) s += i > 0 ? "," + a[i] : "" + a[i];
        return s;
    }

    static final class Flag {
        private boolean set;

        boolean turn() {
            set = !set;
            return set;
        }
    }
}
