// SPDX-License-Identifier: Apache-2.0
package statics;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

// Static fields that hold what the initializer left there, whatever callers do: these units are searched
// completely, and none of them fails. A method without a mark is one of them.

class Table {
    private static final int[] ROW = {3, 5, 7, 9};

    static int at(int i) {
        return i < 0 || i > 3 ? 0 : 100 / ROW[i];
    }
}

class Names {
    private static final String[] NAMES = {"a", "b"};

    static String[] all() {
        return NAMES.clone();
    }

    static String[] some(int n) {
        return n < 0 ? null : n > 2 ? all() : Arrays.copyOf(NAMES, n);
    }

    static int at(boolean first) {
        String name = NAMES[first ? 0 : 1];
        return 10 / name.length();
    }
}

class Codes {
    private static final Map<String, Integer> CODES = new HashMap<>();

    static {
        CODES.put("x", 1);
        CODES.put("y", 2);
    }

    static int of(boolean x) {
        return 10 / CODES.get(x ? "x" : "y");
    }

    static int sum() {
        int sum = 0;
        for (Map.Entry<String, Integer> e : CODES.entrySet()) sum += e.getValue();
        return 10 / sum;
    }
}

class Sealed {
    public static final List<Integer> SIZES = List.of(1, 2, 3);
    public static final List<String> WORDS = Collections.unmodifiableList(Arrays.asList("a", "b"));
    static final Map<String, Integer> KEYS;

    static {
        Map<String, Integer> keys = new LinkedHashMap<>();
        keys.put("one", 1);
        KEYS = Collections.unmodifiableMap(keys);
    }

    static int of(boolean first) {
        return 10 / SIZES.get(first ? 0 : 2) / WORDS.size() / KEYS.get("one");
    }
}

class Unchanged {
    private static int limit = 5; // no code writes it

    static int share(int x) {
        return x == 0 ? 0 : 10 / limit;
    }
}

class Prepared {
    private static int[] squares;
    private static int count;

    static {
        prepare();
    }

    private static void prepare() { // only the initializer calls it
        squares = new int[4];
        for (int i = 0; i < 4; i++) squares[i] = i * i + 1;
        count = 4;
    }

    static int at(int i) {
        return i < 0 || i >= count ? 0 : 10 / squares[i];
    }
}

class Made {
    private static final int[] STEPS = make();

    private static int[] make() {
        int[] steps = new int[8];
        for (int i = 0; i < 8; i++) steps[i] = i * 7 + 1;
        return steps;
    }

    private static int first(int[] of) {
        return of[0];
    }

    static int step() {
        return 1000 / first(STEPS);
    }
}

enum Colour {
    RED(1),
    GREEN(2);

    final int weight;

    Colour(int weight) {
        this.weight = weight;
    }
}

class Weights {
    static int of(boolean red) {
        return 10 / (red ? Colour.RED : Colour.GREEN).weight;
    }

    static int ofAll() {
        int sum = 0;
        for (Colour c : Colour.values()) sum += c.weight;
        return 10 / sum;
    }

    static int choose(Colour c) {
        if (c == null) return 0;
        switch (c) {
        case RED: return 1;
        default: return 2;
        }
    }
}

class Scratch {
    private static int depth; // what callers leave there is overwritten first

    static int measure(int x) {
        depth = 1;
        return 10 / depth;
    }
}

class Function {
    private static final IntUnaryOperator NEXT = x -> x + 1;

    static int next() {
        return 10 / NEXT.applyAsInt(0);
    }
}

class Assigned {
    public static int shift = 2; // any value can be assigned, and each is tried

    static int shifted(int x) {
        return x >> shift;
    }
}

class Walk {
    private static final List<String> WORDS = Arrays.asList("one", "two");

    static int letters() {
        int n = 0;
        Iterator<String> words = WORDS.iterator();
        while (words.hasNext()) n += words.next().length();
        return 10 / n;
    }
}
