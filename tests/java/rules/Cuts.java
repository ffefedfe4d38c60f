// SPDX-License-Identifier: Apache-2.0

// What a loop changes has the kind and the relations that hold in each round, and no others (cuts.c). Each
// program fails on the input that stands above it.

// fails: "x"*701 7000000001L
class CutMove {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        long b = Verifier.nondetLong(), a = 0;
        for (int i = 0; i < s.length(); i++) {
            if (i == 700) a = b;
            if (i < 0) b = 3;
        }
        if (a > 7000000000L) throw new IllegalStateException();
    }
}

// fails: "x"*9 -7000000001L
class CutMoveTwice {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        long c = Verifier.nondetLong(), b = 0, a = 0;
        for (int i = 0; i < s.length(); i++) {
            a = b;
            if (i == 7) b = c;
            if (i < 0) c = 1;
        }
        if (a < -7000000000L) throw new IllegalStateException();
    }
}

// fails: "xxxxxx"
class CutConstantLong {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        long a = 1;
        for (int i = 0; i < s.length(); i++) {
            if (i == 4) a = 5_000_000_000L;
            if (i == 2) a = 2;
        }
        if (a == 5_000_000_000L) throw new IllegalStateException();
    }
}

// fails: "x"*40
class CutDoubling {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        long a = 1;
        for (int i = 0; i < s.length(); i++) a = a + a;
        if (a > 1_000_000_000_000L) throw new IllegalStateException();
    }
}

// fails: "x"*33
class CutOverflow {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int a = 1;
        for (int i = 0; i < s.length(); i++) a = a * 2 + 1;
        if (a < 0) throw new IllegalStateException();
    }
}

// fails: "aaab"
class CutTwoRates {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0, m = 0;
        for (int i = 0; i < s.length(); i++) {
            n++;
            if (s.charAt(i) == 'b') m += 5;
        }
        if (m > n) throw new IllegalStateException();
    }
}

// fails: "ab"
class CutBack {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'b') n -= 2;
            else n++;
        }
        if (n < 0) throw new IllegalStateException();
    }
}

// fails: "xxxxx"
class CutStep {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = 0;
        while (i < s.length()) i += 3;
        if (i > s.length()) throw new IllegalStateException();
    }
}

// fails: "ab" "abc"
class CutOtherString {
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        for (int i = 0; i < t.length(); i++) s.charAt(i);
    }
}

// fails: "a)"
class CutDepth {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int depth = 0;
        for (char c : s.toCharArray()) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth < 0) throw new IllegalStateException();
    }
}

// fails: "aaa" "bb"
class CutSecondEntry {
    static int count(String s, int from) {
        int n = from;
        for (int i = 0; i < s.length(); i++) n++;
        return n;
    }
    public static void main(String[] args) {
        String s = Verifier.nondetString(), t = Verifier.nondetString();
        int n = count(t, count(s, 0));
        if (n > s.length() && n == 5) throw new IllegalStateException();
    }
}

// fails: "abc"
class CutFlag {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        boolean odd = false;
        int n = 0;
        for (int i = 0; i < s.length(); i++) {
            odd = !odd;
            if (odd && i == 2) n = 1;
        }
        if (n == 1) throw new IllegalStateException();
    }
}

// fails: "ab"
class CutInterned {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String t = new String(new char[] {'q', 'w'});
        boolean seen = false;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') new String(t).intern();
            if (s.charAt(i) == 'b' && t.intern() != t) seen = true;
        }
        if (seen) throw new IllegalStateException();
    }
}

// fails: "aab"
class CutStatic {
    static int n;
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') n++;
            else if (n == 2) throw new IllegalStateException();
        }
    }
}

// fails: "aab"
class CutArray {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int[] n = new int[1];
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == 'a') n[0]++;
            else if (n[0] == 2) throw new IllegalStateException();
        }
    }
}

// fails: "xxxxxxxxxx"
class CutDescent {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int j = s.length(), i = 0;
        while (i < j) {
            i += 2;
            j--;
        }
        if (i > 7) throw new IllegalStateException();
    }
}
