// SPDX-License-Identifier: Apache-2.0
// The five loops whose time in frisk's interpreter is compared to `java -Xint` (bench/run java). Each is a
// static method without parameters, so that frisk runs it as it stands; main times them on the JVM.
import java.util.HashMap;

public class Workloads {
    /** Int and long arithmetic: a linear congruential generator, its bits mixed, divided and compared. */
    public static long arithmetic() {
        int x = 12345;
        long sum = 0;
        for (int i = 0; i < 3_000_000; i++) {
            x = x * 1103515245 + 12345;
            int y = (x >>> 16) ^ (x << 3);
            if ((y & 1) == 0) sum += y / 7;
            else sum -= y % 13;
        }
        return sum;
    }

    /** Arrays: the sieve, a matrix product, an insertion sort. */
    public static long arrays() {
        long sum = 0;
        boolean[] composite = new boolean[1_000_001];
        for (int p = 2; p * p <= 1_000_000; p++)
            if (!composite[p])
                for (int k = p * p; k <= 1_000_000; k += p) composite[k] = true;
        for (int k = 2; k <= 1_000_000; k++) if (!composite[k]) sum++;
        int n = 100;
        int[][] a = new int[n][n], b = new int[n][n], c = new int[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                int s = 0;
                for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];
                c[i][j] = s;
            }
        for (int i = 0; i < n; i++) sum = sum * 31 + c[i][n - 1 - i];
        int[] v = new int[1500];
        int x = 42;
        for (int i = 0; i < v.length; i++) v[i] = x = x * 1664525 + 1013904223;
        for (int i = 1; i < v.length; i++) {
            int key = v[i], j = i - 1;
            while (j >= 0 && v[j] > key) {
                v[j + 1] = v[j];
                j--;
            }
            v[j + 1] = key;
        }
        return sum * 31 + v[0] + v[v.length / 2];
    }

    interface Shape {
        int area();
    }

    abstract static class Named implements Shape {
        private int calls;

        abstract int edges();

        int count() {
            return ++calls;
        }
    }

    static final class Square extends Named {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }

        int edges() {
            return 4;
        }
    }

    static final class Triangle extends Named {
        final int base, height;

        Triangle(int base, int height) {
            this.base = base;
            this.height = height;
        }

        public int area() {
            return base * height / 2;
        }

        int edges() {
            return 3;
        }
    }

    static final class Node {
        final int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    /** Objects: allocation, fields, virtual and interface calls, a binary tree, casts, static calls. */
    public static long objects() {
        long sum = 0;
        Named last = null;
        for (int i = 0; i < 200_000; i++) {
            Shape s = (i & 1) == 0 ? new Square(i & 15) : new Triangle(i & 7, i & 31);
            sum += s.area();
            Named n = (Named) s;
            sum += n.edges() + n.count();
            if (last instanceof Triangle t) sum += t.base;
            last = n;
        }
        Node root = new Node(1 << 14);
        int x = 7;
        for (int i = 0; i < 10_000; i++) {
            x = x * 1103515245 + 12345;
            insert(root, (x >>> 8) & 0x7fff);
        }
        return sum * 31 + depth(root) + fibonacci(22);
    }

    private static void insert(Node n, int key) {
        while (n.key != key) {
            if (key < n.key) {
                if (n.left == null) n.left = new Node(key);
                n = n.left;
            } else {
                if (n.right == null) n.right = new Node(key);
                n = n.right;
            }
        }
    }

    private static int depth(Node n) {
        return n == null ? 0 : 1 + Math.max(depth(n.left), depth(n.right));
    }

    private static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    /** Strings: StringBuilder, charAt, equals, substring, indexOf, hashCode, concatenation, parseInt. */
    public static long strings() {
        long sum = 0;
        for (int i = 0; i < 4_000; i++) {
            StringBuilder b = new StringBuilder();
            for (int k = 0; k < 10; k++) b.append((char) ('a' + (i + k) % 26));
            b.append(i).append(',').append(i * 7);
            String s = b.toString();
            for (int k = 0; k < s.length(); k++) sum = sum * 31 + s.charAt(k);
            int comma = s.indexOf(',');
            sum += Integer.parseInt(s.substring(comma + 1));
            String t = "item " + i + ": " + s;
            if (t.equals(s) || t.startsWith("item 1")) sum++;
            sum += t.hashCode() + s.compareTo(t);
        }
        return sum;
    }

    /** HashMap of boxed integers: put, get, getOrDefault, merge, iteration, remove. */
    public static long maps() {
        HashMap<Integer, Integer> map = new HashMap<>();
        int x = 99;
        for (int i = 0; i < 60_000; i++) {
            x = x * 1103515245 + 12345;
            int key = (x >>> 10) & 0x1fff;
            Integer old = map.get(key);
            map.put(key, old == null ? i : old + 1);
        }
        long sum = map.size();
        for (int i = 0; i < 20_000; i++) sum += map.getOrDefault(i, -1);
        for (int key : map.keySet()) sum = sum * 31 + key;
        for (var e : map.entrySet()) sum += e.getValue();
        for (int i = 0; i < 0x2000; i += 2) map.remove(i);
        return sum * 31 + map.size();
    }

    interface Loop {
        long run();
    }

    private static void time(String name, Loop loop) {
        long best = Long.MAX_VALUE, value = 0;
        for (int i = 0; i < 5; i++) {
            long start = System.nanoTime();
            value = loop.run();
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.println(name + " " + best / 1000 + " " + value);
    }

    public static void main(String[] args) {
        time("arithmetic", Workloads::arithmetic);
        time("arrays", Workloads::arrays);
        time("objects", Workloads::objects);
        time("strings", Workloads::strings);
        time("maps", Workloads::maps);
    }
}
