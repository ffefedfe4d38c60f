// SPDX-License-Identifier: Apache-2.0

// Strings that are put together of pieces of any length are what the JVM makes of them (rope.c). Each program fails on
// the input above it.

// fails: "" "a"
class Ropes0 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        String r = s + "," + t;
        if (r.charAt(0) == ',' && r.endsWith("a")) throw new IllegalStateException();
    }
}

// fails: "," ""
class Ropes1 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        String r = s + "," + t;
        if (r.indexOf(',') == 0 && r.lastIndexOf(',') == 1) throw new IllegalStateException();
    }
}

// fails: "ab" ""
class Ropes2 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if ((s + t).equals("ab") && t.isEmpty()) throw new IllegalStateException();
    }
}

// fails: "a" "b"
class Ropes3 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if ((s + t).equals("ab") && !t.isEmpty() && !s.isEmpty()) throw new IllegalStateException();
    }
}

// fails: "\u0101" "x"
class Ropes4 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if ((s + t).length() == 2 && (s + t).charAt(0) > 255) throw new IllegalStateException();
    }
}

// fails: "x"
class Ropes5 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder("<").append(s).append('>');
        b.deleteCharAt(0);
        if (b.charAt(0) == 'x') throw new IllegalStateException();
    }
}

// fails: ""
class Ropes6 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder().append(s).append('>');
        b.setCharAt(0, 'y');
        if (b.charAt(b.length() - 1) == 'y') throw new IllegalStateException();
    }
}

// fails: "ab"
class Ropes7 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s).insert(1, "xy");
        if (b.toString().equals("axyb")) throw new IllegalStateException();
    }
}

// fails: "ab" 3
class Ropes8 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int x = Verifier.nondetInt();
        if ((s + x).length() == 3 && (s + x).startsWith("ab")) throw new IllegalStateException();
    }
}

// fails: "k" "v"
class Ropes9 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        java.util.Map<String, Integer> m = new java.util.HashMap<>();
        m.put(s + "1", 1);
        if (m.containsKey("k1") && t.equals("v")) throw new IllegalStateException();
    }
}

// fails: "a,b"
class Ropes10 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (String.join(",", s, "c").split(",").length == 3) throw new IllegalStateException();
    }
}

// fails: "cab"
class Ropes11 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        switch (s + "!") {
        case "cab!":
            throw new IllegalStateException();
        default:
        }
    }
}

// fails: "\ud83d" "\ude00"
class Ropes12 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if ((s + t).codePointCount(0, (s + t).length()) == 1 && s.length() == 1 && t.length() == 1) throw new IllegalStateException();
    }
}

// fails: "b" "a"
class Ropes13 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if ((s + "a").compareTo(t + "b") > 0) throw new IllegalStateException();
    }
}

// fails: "ab"
class Ropes14 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String r = s.repeat(3);
        if (r.length() == 6 && r.charAt(5) == 'b') throw new IllegalStateException();
    }
}

// fails: "aa"
class Ropes15 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String r = s.substring(0, 1) + s.substring(1);
        if (r.equals("aa")) throw new IllegalStateException();
    }
}
