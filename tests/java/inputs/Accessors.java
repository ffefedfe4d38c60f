// SPDX-License-Identifier: Apache-2.0
package inputs;

/** Methods whose code alone says that they cannot throw (plain..), and such as it does not say it of (may..). */
public class Accessors {
    private int size;
    private String name;
    private Accessors next;
    private int[] data = new int[2];
    static long total;

    public Accessors(String name) {
        if (name == null || name.length() < 3)
            throw new IllegalArgumentException("name");
        this.name = name;
    }

    public final int plainGet() {
        return size;
    }

    public final Accessors plainSet(int n, String s) {
        size = n;
        name = s;
        return this;
    }

    public final boolean plainCompare(long a, double b) {
        return a * 3 > size && b != size || next == null;
    }

    public static int plainShift(int a, int b) {
        int c = a << b ^ 0x5A5A5A5A;
        return c < 0 ? -c : c;
    }

    public int plainKept() { // the class below leaves it as it is
        return size;
    }

    public int mayBeOther() {
        return size;
    }

    public final int mayDivide(int a) {
        return size == 0 ? 0 : a / size;
    }

    public final int mayMissNext() {
        return next.size;
    }

    public final int mayMissOther(Accessors other) {
        return other.size;
    }

    public final int mayMissEither(Accessors other, boolean own) {
        return (own ? this : other).size;
    }

    public final int mayIndex(int i) {
        return data[i];
    }

    public final String mayCall() {
        return name.trim();
    }

    public final int mayLoop(int n) {
        while (n > size)
            n += n;
        return n;
    }

    public static long mayInitialize() {
        return Late.value;
    }

    static class Late {
        static long value = 1 / total;
    }
}

class OtherAccessors extends Accessors {
    OtherAccessors() {
        super("other");
    }

    @Override
    public int mayBeOther() {
        throw new IllegalStateException();
    }
}
