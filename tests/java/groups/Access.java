package groups;

/**
 * What a client can do: code of another package (JLS 6.6). The comments are those of Groups.java, and "state"
 * says that no client makes what fails. Methods without "//=" are no client's to call.
 */
public class Access {
    int limit = 4;
    private final int used;

    public Access() { this.used = 0; } //=
    Access(int used) { this.used = used; }

    public int next() { //=
        return 10 / limit;
    }
    public int take() { //=
        if (used > 5) throw new RuntimeException("made by the package alone");
        return used;
    }
    int helper(int x) {
        return 1 / x;
    }
    public int throughCaller(int x) { //= error ArithmeticException
        return helper(x + 1);
    }
    protected int hook(int x) { //= error ArithmeticException
        return 1 / x;
    }
    public int behindHook(int x) { //=
        return x + 1;
    }

    // ---- Objects of other classes ----
    static class Hidden {
        final int x;
        Hidden(int x) { this.x = x; }
        public int get() { return 1 / x; }
    }
    public static int hidden(Hidden h) { //= null h; state ArithmeticException
        return 3 / h.x;
    }

    public static class Sealed {
        final int x;
        protected Sealed(int x) { this.x = x; }
        public static Sealed of(int x) { return new Sealed(x < 1 ? 1 : x); } //=
    }
    public static int protectedConstructor(Sealed s) { //= null s
        return 3 / s.x;
    }

    public static class Meant {
        private final int x;
        protected Meant(int x) { this.x = x; }
        protected int value() { return x; }
    }
    public static int constructorForSubclasses(Meant m) { //= error ArithmeticException; null m
        return 3 / m.x;
    }

    public abstract static class Base {
        protected int x = 1;
        protected abstract int value();
    }
    public static class Below extends Base {
        protected int value() { return 2; }
    }
    public static int fieldForSubclasses(Base b) { //= error ArithmeticException; null b
        return 3 / b.x;
    }

    public static class Plain {
        protected int x = 1;
    }
    public static int fieldOfThePackage(Plain p) { //= null p
        return 3 / p.x;
    }

    public interface Shape {
        int area();
        int edges();
    }
    static class Square implements Shape {
        private final int side;
        Square(int side) { this.side = side; }
        public int area() { return side * side; }
        public int edges() { return 4; }
    }
    public static int madeByThePackage(Shape s) { //= null s; state ArithmeticException
        return s.edges() / s.area();
    }

    public interface Token {
        int weight();
        int kind();
    }
    static class Word implements Token {
        private final int weight;
        Word(int weight) { this.weight = weight; }
        public int weight() { return weight; }
        public int kind() { return 1; }
    }
    public static class Tokens {
        private Tokens() { }
        public static Token word(int weight) { return new Word(weight); } //=
    }
    public static int madeByAFactory(Token t) { //= error ArithmeticException; null t
        return t.kind() / t.weight();
    }

    static int shared = 2;
    public static int staticOfThePackage() { //=
        return 1 / shared;
    }
    public static int open = 2;
    public static int staticOfAll() { //= error ArithmeticException
        return 1 / open;
    }
}
