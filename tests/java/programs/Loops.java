// SPDX-License-Identifier: Apache-2.0
public class Loops {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long collatz(long n) {
        long steps = 0;
        while (n != 1) {
            n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
            steps++;
        }
        return steps;
    }

    static int ackermann(int m, int n) {
        if (m == 0) return n + 1;
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static double integrate(int n) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            double x = (i + 0.5) / n;
            s += 4 / (1 + x * x);
        }
        return s / n;
    }

    static String primes(int n) {
        boolean[] composite = new boolean[n + 1];
        StringBuilder b = new StringBuilder();
        for (int i = 2; i <= n; i++) {
            if (composite[i]) continue;
            b.append(i).append(i < n - 5 ? "," : "");
            for (int j = 2 * i; j <= n; j += i) composite[j] = true;
        }
        return b.toString();
    }

    static int[][] multiply(int[][] a, int[][] b) {
        int n = a.length;
        int[][] c = new int[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }

    static String hanoi(int n, char a, char b, char c) {
        return n == 0 ? "" : hanoi(n - 1, a, c, b) + a + c + " " + hanoi(n - 1, b, a, c);
    }

    static long crc(byte[] data) {
        int crc = -1;
        for (byte d : data) {
            crc ^= d & 0xff;
            for (int k = 0; k < 8; k++) crc = (crc >>> 1) ^ (0xEDB88320 & -(crc & 1));
        }
        return ~crc & 0xffffffffL;
    }

    static void quicksort(int[] a, int low, int high) {
        int i = low, j = high, pivot = a[(low + high) >>> 1];
        do {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        } while (i <= j);
        if (low < j) quicksort(a, low, j);
        if (i < high) quicksort(a, i, high);
    }

    public static void main(String[] args) {
        System.out.println(fib(20) + " " + collatz(837799) + " " + ackermann(2, 9) + " " + integrate(10000) + " " + primes(100));
        int[][] m = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
        int[][] p = m;
        for (int i = 0; i < 20; i++) p = multiply(p, m);
        System.out.println(java.util.Arrays.deepToString(p) + " " + hanoi(4, 'a', 'b', 'c') + crc("123456789".getBytes()));
        int[] a = new int[500];
        int x = 12345;
        for (int i = 0; i < a.length; i++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x ^= x << 5;
            a[i] = x;
        }
        quicksort(a, 0, a.length - 1);
        boolean sorted = true;
        for (int i = 1; i < a.length; i++) sorted &= a[i - 1] <= a[i];
        System.out.println(sorted + " " + a[0] + " " + a[250] + " " + a[499]);
        outer:
        for (int i = 0; ; i++) {
            for (int j = 0; j < 10; j++) {
                if (j == 7) continue outer;
                if (i * j == 42) break outer;
                if (i == 9) break outer;
            }
        }
        float f = 0;
        for (int i = 1; i < 50; i++) f += 1f / i;
        double d = 1;
        for (int i = 0; i < 300; i++) d *= 1.1;
        short s = 0;
        for (int i = 0; i < 70000; i++) s++;
        byte b = 0;
        for (int i = 0; i < 300; i++) b += 3;
        char c = 0;
        do c += 1000;
        while (c > 500);
        System.out.println(f + " " + d + " " + s + " " + b + " " + (int) c);
        double[] v = {Math.sin(0.5), Math.cos(2), Math.tan(1), Math.exp(1.5), Math.log(10), Math.log10(1000), Math.pow(2.5, 3.5), Math.atan2(1, -2), Math.asin(0.3), Math.acos(-0.3), Math.atan(7),
            Math.sinh(1.2), Math.cosh(1.2), Math.tanh(0.4), Math.expm1(1e-5), Math.log1p(0.3), Math.cbrt(27.5), Math.hypot(3, 4.5), StrictMath.sin(1e10), StrictMath.exp(-3.25), StrictMath.log(7)};
        System.out.println(java.util.Arrays.toString(v));
    }
}
