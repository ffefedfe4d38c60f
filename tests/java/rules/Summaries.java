// SPDX-License-Identifier: Apache-2.0
import java.util.Locale;

// What a method makes of a string of any length is an unknown of which no more is required than the JDK promises
// (natives_summary.c). Each program fails on the input above it.

// fails: " \u2003"
class Summaries0 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.trim().length() != s.strip().length()) throw new IllegalStateException();
    }
}

// fails: "\u00df"
class Summaries1 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.toUpperCase(Locale.ROOT).length() > s.length()) throw new IllegalStateException();
    }
}

// fails: "\u00df"
class Summaries2 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.toUpperCase().length() > s.length()) throw new IllegalStateException();
    }
}

// fails: "\u0130"
class Summaries3 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.toLowerCase().length() > s.length()) throw new IllegalStateException();
    }
}

// fails: "\u00ff"
class Summaries4 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.isEmpty() && s.charAt(0) < 256 && s.toUpperCase().charAt(0) > 256) throw new IllegalStateException();
    }
}

// fails: "aabb"
class Summaries5 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.replace("ab", "").contains("ab")) throw new IllegalStateException();
    }
}

// fails: "a="
class Summaries6 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('=');
        if (i > 0 && s.substring(i + 1).isEmpty()) throw new IllegalStateException();
    }
}

// fails: "a=b=c"
class Summaries7 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('='), j = s.lastIndexOf('=');
        if (i >= 0 && i != j) throw new IllegalStateException();
    }
}

// fails: "xax"
class Summaries8 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.indexOf('x', 1) > 1 && s.lastIndexOf('x', 1) == 0) throw new IllegalStateException();
    }
}

// fails: "-0"
class Summaries9 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.equals("0") && Integer.parseInt(s) == 0) throw new IllegalStateException();
    }
}

// fails: "+7"
class Summaries10 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (!Integer.toString(Integer.parseInt(s)).equals(s)) throw new IllegalStateException();
        } catch (NumberFormatException e) {
            return;
        }
    }
}

// fails: "2147483648"
class Summaries11 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            Integer.parseInt(s);
        } catch (NumberFormatException e) {
            if (s.length() == 10 && s.charAt(0) == '2') throw new IllegalStateException();
        }
    }
}

// fails: "a" "A"
class Summaries12 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (!s.equals(t) && s.equalsIgnoreCase(t)) throw new IllegalStateException();
    }
}

// fails: "\u0131" "i"
class Summaries13 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.equalsIgnoreCase(t) && !s.toLowerCase().equals(t.toLowerCase())) throw new IllegalStateException();
    }
}

// fails: "Aa" "BB"
class Summaries14 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.hashCode() == t.hashCode() && !s.equals(t)) throw new IllegalStateException();
    }
}

// fails: "a" "c"
class Summaries15 {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        if (s.compareTo(t) < -1) throw new IllegalStateException();
    }
}

// fails: "ab"
class Summaries16 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String r = new StringBuilder(s).reverse().toString();
        if (!r.equals(s)) throw new IllegalStateException();
    }
}

// fails: "\u0661"
class Summaries17 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (Integer.parseInt(s) == 1 && s.charAt(0) > 99) throw new IllegalStateException();
        } catch (NumberFormatException e) {
            return;
        }
    }
}

// fails: "a b"
class Summaries18 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.replaceAll("[a-z]", "").isBlank() && !s.isEmpty()) throw new IllegalStateException();
    }
}

// fails: "aa"
class Summaries19 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.replaceFirst("a", "b").contains("a")) throw new IllegalStateException();
    }
}

// fails: "\t"
class Summaries20 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.isBlank() && !s.isEmpty()) throw new IllegalStateException();
    }
}

// fails: "ab"
class Summaries21 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.startsWith("a") && s.endsWith("b") && s.length() == 2) throw new IllegalStateException();
    }
}

// fails: "aba"
class Summaries22 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.startsWith("ab") && s.endsWith("ba") && s.length() < 4) throw new IllegalStateException();
    }
}

// fails: "x" -12
class Summaries23 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int x = Verifier.nondetInt();
        String n = s + x;
        if (n.length() > 3 && n.charAt(1) == '-') throw new IllegalStateException();
    }
}

// fails: -2147483648
class Summaries24 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (Integer.toString(x).length() == 11) throw new IllegalStateException();
    }
}

// fails: -9
class Summaries25 {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (Integer.toString(x).length() == 2 && x < 0) throw new IllegalStateException();
    }
}

// fails: "I"
class Summaries26 {
    public static void main(String[] args) {
        Locale.setDefault(new Locale("tr"));
        String s = Verifier.nondetString();
        if (s.toLowerCase().length() == 1 && s.toLowerCase().charAt(0) > 256 && s.charAt(0) < 128) throw new IllegalStateException();
    }
}

// fails: "i\u0307"
class Summaries27 {
    public static void main(String[] args) {
        Locale.setDefault(new Locale("lt"));
        String s = Verifier.nondetString();
        if (s.toUpperCase().length() < s.length()) throw new IllegalStateException();
    }
}

// fails by calculation: "a"*40000000
class Summaries28 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.replace("a", "bb").length() > 70_000_000) throw new IllegalStateException();
    }
}

// fails by calculation: "\u00df"*40000000
class Summaries29 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() < 50_000_000 && s.toUpperCase().length() > 70_000_000) throw new IllegalStateException();
    }
}

// fails by calculation: "a"*30000000
class Summaries30 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.replaceAll("a", "bcd").length() > 80_000_000) throw new IllegalStateException();
    }
}

// fails by calculation: "a"*67108860
class Summaries31 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            Integer.parseInt(s);
        } catch (NumberFormatException e) {
            if (e.getMessage().length() > 67_108_864) throw new IllegalStateException();
        }
    }
}
