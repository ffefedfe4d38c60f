// SPDX-License-Identifier: Apache-2.0
// NullPointerException in all its forms, and the guarded twins, which must come out complete.
public class Nulls {
    static class Box {
        int value;
        Box next;
        int get() { return value; }
    }

    static Box box(int n) { return n == 17 ? null : new Box(); }
    static int[] array(int n) { return n == 17 ? null : new int[3]; }

    public static int readField(int n) {
        return box(n).value; // error: NullPointerException
    }

    public static void writeField(int n) {
        Box b = box(n);
        b.value = n; // error: NullPointerException
    }

    public static int call(int n) {
        return box(n).get(); // error: NullPointerException
    }

    public static int element(int n) {
        return array(n)[1]; // error: NullPointerException
    }

    public static void storeElement(int n) {
        array(n)[1] = n; // error: NullPointerException
    }

    public static int length(int n) {
        return array(n).length; // error: NullPointerException
    }

    public static int thrown(int n) {
        RuntimeException e = n > 5 ? null : new IllegalStateException();
        if (n > 5)
            throw e; // error: NullPointerException
        return n;
    }

    public static int unboxed(int n) {
        Integer i = n == -3 ? null : Integer.valueOf(n);
        return i; // error: NullPointerException
    }

    public static int locked(int n) {
        Object o = n == 4 ? null : "lock";
        synchronized (o) { // error: NullPointerException
            return n;
        }
    }

    public static int text(String s) {
        return s.length(); // error: NullPointerException
    }

    public static int argument(int[] a) {
        return a.length; // error: NullPointerException
    }

    public static int onText(String s) {
        switch (s) { // error: NullPointerException
        case "stop": return 0;
        default: return 1;
        }
    }

    public static boolean isNull(int n) { // invokedynamic and instanceof do not mind null
        Object o = box(n);
        return o instanceof Box;
    }

    public static int safeField(int n) {
        Box b = box(n);
        return b == null ? 0 : b.value;
    }

    public static int safeArray(int[] a) {
        return a == null ? -1 : a.length;
    }

    public static int safeText(String s) {
        if (s == null)
            return -1;
        return s.length();
    }

    public static int caught(int n) {
        try {
            return box(n).value;
        } catch (NullPointerException e) {
            return -1;
        }
    }
}
