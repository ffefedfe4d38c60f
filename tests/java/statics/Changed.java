// SPDX-License-Identifier: Apache-2.0
package statics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

// Static state that callers change. Where a line fails after calls or assignments that a client in the package
// can make, it ends in "// error: CLASS". A method whose declaration ends in "// open" can do something else
// than after its class's initializer alone (Clients.java shows it), and not all that callers can leave there
// is tried: it must not be called complete, and what was not tried must be told. One that ends in "// all"
// fails, too, and is searched completely.

class Counter {
    private static int n;
    public static int limit = 4;

    static void hit() {
        n++;
    }

    static int rate() { // open
        return 100 / (n - 2); // error: ArithmeticException
    }

    static int room() { // all
        return 10 / (limit - 9); // error: ArithmeticException
    }
}

class Seen {
    private static final List<String> SEEN = new ArrayList<>();

    static void add(String s) {
        SEEN.add(s);
    }

    static int left() { // open
        return 10 / (3 - SEEN.size()); // error: ArithmeticException
    }
}

class Shared {
    public static int[] table = {1, 2, 3};
    public static final int[] ROW = {4, 5};

    static int second() { // all
        return 10 / table[1]; // error: ArithmeticException, ArrayIndexOutOfBoundsException, NullPointerException
    }

    static int row() { // all
        return 10 / (ROW[0] - ROW[1] - 7); // error: ArithmeticException
    }
}

class Given {
    private static final int[] ROW = {1, 2};

    static int[] row() {
        return ROW;
    }

    static int first() { // open
        return 10 / ROW[0];
    }
}

class Registry {
    private static Registry instance;
    private int size;

    private Registry() {
    }

    static Registry get() {
        if (instance == null) instance = new Registry();
        return instance;
    }

    void register() {
        size++;
    }

    static int spare() { // open
        return 10 / (2 - get().size); // error: ArithmeticException
    }
}

enum Mode {
    ON,
    OFF;

    private int uses;

    void use() {
        uses++;
    }

    static int unused() { // open
        return 10 / (ON.uses - 1); // error: ArithmeticException
    }
}

class Title {
    private static String text;

    static void set(String s) {
        text = s;
    }

    static int rest() { // open
        return text == null ? 0 : 10 / (text.length() - 3); // error: ArithmeticException
    }
}

class Ticket {
    private static int next;
    final int id;

    Ticket() {
        id = ++next;
    }

    int share() { // open
        return 10 / (id - 3); // error: ArithmeticException
    }
}

class Atomic {
    private static final AtomicInteger COUNT = new AtomicInteger();

    static int next() {
        return COUNT.incrementAndGet();
    }

    static int left() { // open
        return 10 / (2 - COUNT.get()); // error: ArithmeticException
    }
}

class Levels {
    static int level = 3;
}

class Reader {
    static int read(int x) { // all
        return x > 100 ? 10 / (Levels.level - 7) : 0; // error: ArithmeticException
    }
}

class Late { // its initializer reads what callers have assigned before
    static final int LIMIT = Levels.level * 2;

    static int limit() { // all
        return 10 / (LIMIT - 8); // error: ArithmeticException
    }
}

class Label {
    public static String label = "abc";

    static int length() { // all
        return label.length(); // error: NullPointerException
    }
}

class Settings {
    static final Settings SETTINGS = new Settings();
    int scale = 1;
    private int base = 1;

    void setBase(int base) {
        this.base = base;
    }

    static int scaled() { // open
        return 10 / SETTINGS.scale; // error: ArithmeticException
    }

    static int based() { // open
        return 10 / SETTINGS.base; // error: ArithmeticException
    }
}

class Switch {
    private static boolean on;

    static void enable() {
        on = true;
    }

    static int run(int x) { // open
        return on && x == 77 ? 1 / (x - 77) : 0; // error: ArithmeticException
    }
}

class Range {
    private static int most = 10;

    static void setMost(int most) {
        if (most < 1) throw new IllegalArgumentException();
        Range.most = most;
    }

    static int share(int x) { // open
        return x > 0 && x < most ? 5 / (most - 1000) : 0; // error: ArithmeticException
    }
}

class Helped {
    private static final int[] ROW = {1, 2};

    private static void lower(int[] row) {
        row[0]--;
        row[1]--;
    }

    static void lower() {
        lower(ROW);
    }

    static int first() { // open
        return 10 / (ROW[0] + 1); // error: ArithmeticException
    }
}

class Alias {
    static final int[] OPEN = {1, 2};
    private static final int[] SAME = OPEN;

    static int first() { // open
        return 10 / SAME[0];
    }
}

class Parts {
    private static final List<int[]> ROWS = new ArrayList<>();

    static {
        ROWS.add(new int[] {4});
    }

    static int[] row() {
        return ROWS.get(0);
    }

    static int first() { // open
        return 10 / ROWS.get(0)[0];
    }
}

class Delayed {
    private static final Map<String, Integer> VALUES = new HashMap<>();

    static Runnable task() {
        return () -> VALUES.put("k", 0);
    }

    static int value() { // open
        return VALUES.containsKey("k") ? 1 / VALUES.get("k") : 0;
    }
}

class Cursor {
    private static final Iterator<Integer> NEXT = new ArrayList<>(Arrays.asList(1, 0)).iterator();

    static int next() { // open
        return 10 / NEXT.next(); // error: ArithmeticException
    }
}

class Shrinking {
    private static final List<Integer> LIST = new ArrayList<>(Arrays.asList(1, 2));

    static void drop() {
        Iterator<Integer> i = LIST.iterator();
        if (!i.hasNext()) return;
        i.next();
        i.remove();
    }

    static int size() { // open
        return 10 / LIST.size(); // error: ArithmeticException
    }
}

class Reflected {
    private static int n = 1;

    static void poke(int value) throws ReflectiveOperationException {
        Reflected.class.getDeclaredField("n").setInt(null, value);
    }

    static int share() { // open
        return 10 / n;
    }
}

class Overwritten { // by an initializer that a caller may have run before
    static int of() { // open
        return Overwriting.one() + 10 / (Levels.level - 1);
    }
}

class Overwriting {
    static {
        Levels.level = 5;
    }

    static int one() {
        return 1;
    }
}
