// SPDX-License-Identifier: Apache-2.0
package endings;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Methods that end on most inputs, and look as if they did on all. The comment before each is a call that never ends,
 * worked out by hand; the JVM is asked whether it does. None may be proved to end.
 */
public class Nearly {
    // inclusive(Integer.MAX_VALUE)
    public static int inclusive(int n) {
        int s = 0;
        for (int i = n - 3; i <= n; i++) s ^= i;
        return s;
    }

    // longInclusive(Long.MAX_VALUE)
    public static long longInclusive(long n) {
        long s = 0;
        for (long i = n - 3; i <= n; i++) s ^= i;
        return s;
    }

    // downInclusive(Integer.MIN_VALUE)
    public static int downInclusive(int n) {
        int s = 0;
        for (int i = n + 3; i >= n; i--) s ^= i;
        return s;
    }

    // byTwo(Integer.MAX_VALUE)
    public static int byTwo(int n) {
        int s = 0;
        for (int i = n & 2; i < n; i += 2) s ^= i;
        return s;
    }

    // byTwoTo(7)
    public static int byTwoTo(int n) {
        int i = 0;
        while (i != n) i += 2;
        return i;
    }

    // constantStep(3)
    public static int constantStep(int n) {
        int s = 0;
        for (int i = 0; i != 10; i += n == 3 ? 4 : 5) s++;
        return s;
    }

    // zeroStep(0)
    public static int zeroStep(int step) {
        int s = 0;
        for (int i = 0; i < 10; i += step & 7) s++;
        return s;
    }

    // minusOne(-1)
    public static int minusOne(int n) {
        int s = 0;
        while (n != 0) {
            n >>= 1;
            s++;
        }
        return s;
    }

    // divided(0)
    public static int divided(int n) {
        int s = 0;
        while (n < 10) {
            n /= 2;
            s++;
        }
        return s;
    }

    // narrowed(300)
    public static int narrowed(int n) {
        int s = 0;
        for (byte b = 0; b < n; b++) s++;
        return s;
    }

    // shorts(40000)
    public static int shorts(int n) {
        int s = 0;
        for (short b = 0; b < n; b += 1) s++;
        return s;
    }

    // reset(5)
    public static int reset(int n) {
        int s = 0;
        for (int i = 0; i < 10; i++) {
            s++;
            if (i == n) i = 0;
        }
        return s;
    }

    // back(4)
    public static int back(int n) {
        int s = 0;
        for (int i = 0; i < 10; i++) {
            s++;
            if (s % 2 == 0 && n == 4) i -= 2;
        }
        return s;
    }

    // inner(9)
    public static int inner(int n) {
        int i = 0, s = 0;
        while (i < 10) {
            for (int j = 0; j < 3; j++) s++;
            if (n != 9) i++;
        }
        return s;
    }

    // bypass(1)
    public static int bypass(int n) {
        int i = 0, s = 0;
        while (true) {
            if (n == 1) {
                i += 1 << 29;
                s ^= i;
                continue;
            }
            if (i >= 10) return s;
            i++;
        }
    }

    // either(Integer.MAX_VALUE)
    public static int either(int n) {
        int i = n - 1;
        while (i < n || i < 0) i += 2;
        return i;
    }

    // caught(new int[0])
    public static int caught(int[] a) {
        int i = 0;
        while (i < 3) {
            try {
                i += a[0] == 0 ? 1 : 2;
            } catch (RuntimeException e) {
                i &= 1;
            }
        }
        return i;
    }

    // retried(0)
    public static int retried(int n) {
        for (;;) {
            try {
                return 100 / n;
            } catch (ArithmeticException e) {
                n = -n;
            }
        }
    }

    // remainder(3, 0)
    public static int remainder(int a, int b) {
        while (true) {
            try {
                int t = a % b;
                a = b;
                b = t;
                if (a == 0) return b;
            } catch (ArithmeticException e) {
                b = 0;
            }
        }
    }

    // otherRemainder(3, 5)
    public static int otherRemainder(int a, int b) {
        while (b != 0) {
            int t = a % 7;
            a = b;
            b = t;
        }
        return a;
    }

    // middle(1)
    public static int middle(int key) {
        int[] a = {1, 2, 3, 4};
        int lo = 0, hi = a.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] <= key) lo = mid + 1;
            else hi = mid;
        }
        return lo;
    }

    // lower(9)
    public static int lower(int key) {
        int[] a = {1, 2, 3, 4};
        int lo = 0, hi = a.length;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) lo = mid;
            else hi = mid;
        }
        return lo;
    }

    // stale(9)
    public static int stale(int key) {
        int lo = 0, hi = 8, mid = 0;
        while (lo < hi) {
            if (key != 9) mid = (lo + hi) >>> 1;
            if (mid > key) hi = mid;
            else lo = mid + 1;
        }
        return lo;
    }

    // cleared(6)
    public static int cleared(int n) {
        int c = 0;
        while (n != 0) {
            n &= n - 2;
            n |= 4;
            c++;
        }
        return c;
    }

    // shifted(33)
    public static int shifted(int n) {
        int c = 0;
        while (n != 0) {
            n >>>= 32;
            c++;
        }
        return c;
    }

    static final class Still implements Iterator<Integer> {
        @Override
        public boolean hasNext() {
            return true;
        }

        @Override
        public Integer next() {
            return 1;
        }
    }

    // still(1)
    public static int still(int n) {
        int s = 0;
        Iterator<Integer> it = new ArrayList<Integer>().iterator();
        if (n == 1) it = new Still();
        while (it.hasNext()) s ^= it.next();
        return s;
    }

    // again(1)
    public static int again(int n) {
        List<Integer> l = new ArrayList<>();
        l.add(n);
        int s = 0;
        Iterator<Integer> it = l.iterator();
        while (it.hasNext()) {
            s ^= it.next();
            if (n == 1) it = l.iterator();
        }
        return s;
    }

    static class Shape {
        int next(int i) {
            return i + 1;
        }

        int sides(int n) {
            return n;
        }
    }

    static class Odd extends Shape {
        @Override
        int sides(int n) {
            while (n != 4) n ^= 1;
            return n;
        }
    }

    // overridden(1)
    public static int overridden(int n) {
        Shape s = n == 1 ? new Odd() : new Shape();
        return s.sides(n);
    }

    // called(0)
    public static int called(int n) {
        int s = 0;
        for (int i = 0; i < 10; i = step(i, n)) s++;
        return s;
    }

    private static int step(int i, int n) {
        return i + n;
    }

    private static int limit = 10;

    // moved(0)
    public static int moved(int n) {
        int i = 0;
        while (i < limit) {
            limit = 12;
            i += n & 1;
        }
        return i;
    }

    // unsigned(-1)
    public static int unsigned(int n) {
        int c = 0;
        for (int i = 0; Integer.compareUnsigned(i, n) <= 0; i += 1 << 28) c ^= i;
        return c;
    }

    // doubles(Double.POSITIVE_INFINITY)
    public static int doubles(double end) {
        int c = 0;
        for (double d = 1e17; d < end; d++) c ^= 1;
        return c;
    }

    // swapped(1, 2)
    public static int swapped(int a, int b) {
        int s = 0;
        while (a != b) {
            int t = a;
            a = b;
            b = t;
            s ^= a;
        }
        return s;
    }

    // postfix(Integer.MAX_VALUE)
    public static int postfix(int n) {
        int i = n - 2, s = 0;
        while (i++ <= n) s ^= i;
        return s;
    }

    // lambda(0)
    public static int lambda(int n) {
        int[] at = {0};
        Runnable advance = () -> at[0] += n;
        while (at[0] < 10) advance.run();
        return at[0];
    }

    // element(0)
    public static int element(int n) {
        int[] at = {0};
        while (at[0] < 10) at[0] += n;
        return at[0];
    }

    // field(0)
    public static int field(int n) {
        Nearly o = new Nearly();
        while (o.at < 10) o.at += n;
        return o.at;
    }

    private int at;
}
