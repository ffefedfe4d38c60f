// SPDX-License-Identifier: Apache-2.0
import java.util.*;

// A look-up in a map is one choice among the keys that are there, and collections are the JDK's own. Each program fails
// on the input above it.

// fails: "b"
class Collections0 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1);
        m.put("b", 2);
        if (m.get(s) != null && m.get(s) == 2) throw new IllegalStateException();
    }
}

// fails: "c"
class Collections1 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put("a", 1);
        int v = m.get(s) == null ? 0 : m.get(s);
        if (v == 0 && s.equals("c")) throw new IllegalStateException();
    }
}

// fails: "BB"
class Collections2 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put("Aa", 1);
        m.put("BB", 2);
        if (m.getOrDefault(s, 0) == 2) throw new IllegalStateException();
    }
}

// fails: "a"
class Collections3 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Map<String, Integer> m = new HashMap<>();
        m.put(s, 1);
        if (m.containsKey("a") && m.size() == 1) throw new IllegalStateException();
    }
}

// fails: "a" "a"
class Collections4 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        Set<String> m = new HashSet<>();
        m.add(s);
        if (!m.add(t)) throw new IllegalStateException();
    }
}

// fails: 5
class Collections5 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Map<Integer, Integer> m = new TreeMap<>();
        m.put(5, 1);
        m.put(7, 1);
        if (m.containsKey(x) && x < 7) throw new IllegalStateException();
    }
}

// fails: 3
class Collections6 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        l.remove(Integer.valueOf(x));
        if (l.size() == 2 && l.get(1) == 2) throw new IllegalStateException();
    }
}

// fails: 1
class Collections7 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        for (int e : l) if (e == x) l.remove(0);
    }
}

// fails: 1
class Collections8 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        List<Integer> l = new ArrayList<>(List.of(1, 2, 3));
        for (int e : l) if (e == x) l.add(4);
    }
}

// fails: 127 128
class Collections9 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        Integer a = x, b = x, c = y, d = y;
        if (a == b && c != d && x + 1 == y) throw new IllegalStateException();
    }
}

// fails: -128
class Collections10 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Integer a = x, b = Integer.valueOf(x);
        if (a == b && x < -127) throw new IllegalStateException();
    }
}

// fails: 1 1
class Collections11 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        List<Integer> l = new LinkedList<>();
        l.add(x);
        l.add(y);
        if (l.indexOf(1) != l.lastIndexOf(1)) throw new IllegalStateException();
    }
}

// fails: "z"
class Collections12 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        PriorityQueue<String> q = new PriorityQueue<>(List.of("m", "n"));
        q.add(s);
        q.poll();
        q.poll();
        if (q.peek().equals("z")) throw new IllegalStateException();
    }
}

// fails: 2
class Collections13 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Deque<Integer> q = new ArrayDeque<>();
        for (int i = 0; i < 3; i++) if (i != x) q.push(i);
        if (q.peek() == 1) throw new IllegalStateException();
    }
}

// fails: 0
class Collections14 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Map<Integer, String> m = new HashMap<>();
        m.put(0, null);
        if (m.containsKey(x) && m.get(x) == null) throw new IllegalStateException();
    }
}
