// SPDX-License-Identifier: Apache-2.0
// Failures whose calls are given back: each kind of value that a call can hold.
package calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Calls {
    public enum Color { RED, GREEN }

    public static class Cart {
        private final int limit;
        private final List<String> items = new ArrayList<>();

        public Cart(int limit) {
            this.limit = limit;
        }

        public void add(String item) {
            items.add(item);
        }

        public int total(int k) {
            if (items.size() == 2 && limit == 7 && k == 3) throw new RuntimeException("cart");
            return k;
        }
    }

    public static class Money {
        private final long cents;

        private Money(long cents) {
            this.cents = cents;
        }

        public static Money of(long cents) {
            return new Money(cents);
        }

        public static Builder builder() {
            return new Builder();
        }

        public static class Builder {
            private long cents;

            public Builder add(long more) {
                cents += more;
                return this;
            }

            public Money build() {
                return new Money(cents);
            }
        }

        public int share(int people) {
            if (cents == 700000000000L && people == -2) throw new RuntimeException("money");
            return 1;
        }
    }

    private final String name;

    public Calls(String name, char c) {
        if (name != null && name.length() == 2 && name.charAt(1) == '"' && c == '\\') throw new RuntimeException("new");
        this.name = name;
    }

    public int name(boolean b) {
        if (b && "\u0101b\n".equals(name)) throw new RuntimeException("name");
        return 0;
    }

    public static int color(Color c, long l, double d, float f) {
        if (c == Color.GREEN && l == Long.MIN_VALUE && d == 2.5 && f == -1e10f) throw new RuntimeException("color");
        return 0;
    }

    public static int odd(double d, float f, int i) {
        if (d != d && f == Float.POSITIVE_INFINITY && i == Integer.MAX_VALUE) throw new RuntimeException("odd");
        return 0;
    }

    public static int functions(IntUnaryOperator f, Supplier<String> s) {
        if (f != null && s != null && f.applyAsInt(3) == 42 && s.get() == null) throw new RuntimeException("functions");
        return 0;
    }

    public static int arrays(int[][] g, byte[] b, String[] s) {
        if (g == null || g.length != 2 || g[1] == null || g[1].length != 1 || g[1][0] != 9) return 0;
        if (b == null || b.length == 0 || b[0] != -1 || s == null || s.length != 1 || s[0] != null) return 0;
        throw new RuntimeException("arrays");
    }

    public static int map(Map<String, Integer> m) {
        if (m != null && m.containsKey("ab") && m.get("ab") == null) throw new RuntimeException("map");
        return 0;
    }

    public static int list(List<Integer> l, Object o) {
        if (l == null || l.size() != 2 || l.get(0) == null || l.get(0) != 5) return 0;
        if (o instanceof String && ((String) o).length() == 2) throw new RuntimeException("list");
        return 0;
    }

    public static int given(Cart c) {
        return c == null ? 0 : c.total(3);
    }

    public static int boxes(Integer a, Character b, Long c) {
        if (a != null && b != null && c != null && a == 1000 && b == 'q' && c == 5L) throw new RuntimeException("boxes");
        return 0;
    }
}
