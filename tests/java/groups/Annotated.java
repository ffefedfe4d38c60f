package groups;

import java.lang.annotation.*;
import java.util.*;

/**
 * What annotations say of null decides. The comments are those of Groups.java; "null ARGUMENT" is a null that
 * no caller may pass.
 */
public class Annotated {
    // Of the declaration, kept in the class file only, as those of JetBrains are.
    @Retention(RetentionPolicy.CLASS) @Target({ElementType.PARAMETER, ElementType.FIELD})
    public @interface NotNull { String value() default ""; Class<?>[] of() default {}; }
    @Retention(RetentionPolicy.CLASS) @Target({ElementType.PARAMETER, ElementType.FIELD})
    public @interface Nullable { }
    // Kept at run time, as those of JSR 305 are.
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.PARAMETER)
    public @interface CheckForNull { }
    @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.PARAMETER)
    public @interface Nonnull { int when() default 0; }
    // Of the type, as those of the Checker Framework and JSpecify are.
    public static class Types {
        @Retention(RetentionPolicy.RUNTIME) @Target(ElementType.TYPE_USE)
        public @interface NonNull { }
        @Retention(RetentionPolicy.CLASS) @Target(ElementType.TYPE_USE)
        public @interface Nullable { }
    }
    @Retention(RetentionPolicy.RUNTIME)
    public @interface NullMarked { }
    @Retention(RetentionPolicy.RUNTIME)
    public @interface NullUnmarked { }
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Other { Deprecated[] nested() default {}; ElementType type() default ElementType.TYPE; }

    public static int plain(String s) { //= null s
        return s.length();
    }
    public static int nullable(@Nullable String s) { //= error NullPointerException
        return s.length();
    }
    public static int checkForNull(int x, @CheckForNull String s) { //= error NullPointerException
        return s.length() + x;
    }
    public static int nullableType(@Types.Nullable Pair p) { //= error NullPointerException
        return p.x;
    }
    public static int nullableArray(int @Types.Nullable [] a) { //= error NullPointerException
        return a.length;
    }
    public static int nullableElements(@Types.Nullable String[] a) { //= null a
        return a.length;
    }
    public static int notNull(@NotNull(value = "s", of = {String.class, int.class}) String s) { //= null s
        if (s == null) return 0 / s.length(); // a check that no caller needs
        return s.length();
    }
    public static int notNullLater(@Other(nested = {@Deprecated}) @Nonnull(when = 3) String s) { //= null s
        int n = s == null ? 0 : 1;
        return 1 / n;
    }
    public static int notNullType(@Types.NonNull Integer i, String s) { //= null i; null s
        return i + s.length();
    }
    public static int ownCheck(String s) { //= error NullPointerException
        if (s == null) System.out.println("none");
        return s.length();
    }
    public static int bothKinds(@NotNull String s, @Nullable String t) { //= null s; error NullPointerException
        return s.length() + t.length();
    }
    public static int otherError(@NotNull String s, int x) { //= error ArithmeticException
        return 1 / x;
    }

    @NullMarked
    public static class Marked {
        public static int given(String s) { //= null s
            return s == null ? s.length() : 1;
        }
        public static int open(@Types.Nullable Pair p) { //= error NullPointerException
            return p.x;
        }
        public static <T extends Comparable<T>> int variable(T t) { //= error NullPointerException
            return t == null ? t.compareTo(t) : 1;
        }
        @NullUnmarked
        public static int unmarked(String s) { //= error NullPointerException
            return s == null ? s.length() : 1;
        }
        public static class Within {
            private final String name;
            public Within(@Types.Nullable String name) { this.name = name; } //=
            public int size() { return name.length(); } //= error NullPointerException
        }
    }

    public static class Pair {
        public int x;
    }
    public static class Holder {
        @Nullable public String open = "";
        @NotNull public String given = "";
        public String plain = "";
    }
    public static int openField(@NotNull Holder h) { //= error NullPointerException; null h
        return h == null ? 0 / h.plain.length() : h.open.length();
    }
}
