// SPDX-License-Identifier: Apache-2.0

// A regular expression whose groups are repeated is matched by calls within calls: a long string is a
// StackOverflowError, which the program can catch (natives_summary.c). Each program fails on the input above it.

// fails: "xy"*40000
class Regex0 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(x|y)+z?")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "ab"*40000
class Regex1 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(a|b)*c")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "abc"*40000
class Regex2 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.replaceAll("(?:a|bc)*", "").isEmpty()) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "ax"*40000
class Regex3 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("([a-c]|x)*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "abc"*40000
class Regex4 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(a|b|c)*?d")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "xyy"*40000
class Regex5 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.replaceFirst("(?:x|yy)+", "q").isEmpty()) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "ab"*40000
class Regex6 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("((a)|(b))*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "ab"*40000
class Regex7 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(a?b)*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "a-"*40000
class Regex8 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(\\w|-)*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "aba"*40000
class Regex9 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.replaceAll("(ab|a)*", "w").isEmpty()) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "abc"*40000
class Regex10 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(?:a*b|c)*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}

// fails: "ab"*40000
class Regex11 {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        try {
            if (s.matches("(.|\n)*")) System.out.println(1);
        } catch (StackOverflowError e) {
            throw new IllegalStateException();
        }
    }
}
