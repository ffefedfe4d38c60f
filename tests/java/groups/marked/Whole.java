package groups.marked;

/** Of a package whose parameters are not null, unless they say so; the comments are those of Groups.java. */
public class Whole {
    public @interface Nullable { }

    public static int given(String s) { //= null s
        return s == null ? s.length() : 1;
    }
    public static int open(@Nullable String s) { //= error NullPointerException
        return s == null ? s.length() : 1;
    }
    @Override public boolean equals(Object o) { //= error NullPointerException
        return o == null ? o.equals(this) : o == this;
    }
}
