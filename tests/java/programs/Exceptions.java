// SPDX-License-Identifier: Apache-2.0
import java.io.PrintWriter;
import java.io.StringWriter;

public class Exceptions {
    static class Mine extends RuntimeException {
        final int code;

        Mine(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }
    }

    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            throw new IllegalStateException("close " + name);
        }
    }

    static int order(int n) {
        try {
            if (n == 0) throw new IllegalArgumentException("zero");
            if (n == 1) return 1;
            if (n == 2) throw new Error("two");
            return 10 / (n - 3);
        } catch (IllegalArgumentException e) {
            return -1;
        } finally {
            System.out.print("finally " + n + " ");
            if (n == 3) return 33;
        }
    }

    static void deep(int n) {
        if (n == 0) throw new Mine("deep", 7, new NullPointerException("cause"));
        deep(n - 1);
    }

    static String trace(Throwable t) {
        StringWriter w = new StringWriter();
        t.printStackTrace(new PrintWriter(w));
        return w.toString();
    }

    static int overflow(int n) {
        return overflow(n + 1) + 1;
    }

    interface Shape {
    }

    public static void main(String[] args) {
        for (int n = 0; n < 6; n++)
            try {
                System.out.println(order(n));
            } catch (Throwable t) {
                System.out.println(t);
            }
        try {
            deep(3);
        } catch (Mine e) {
            System.out.println(e.code + " " + e.getMessage() + " " + e.getCause());
            String text = trace(e);
            System.out.println(text.substring(0, text.indexOf("at Exceptions.main")));
            System.out.println(e.getStackTrace()[0] + " " + e.getStackTrace()[1].getMethodName() + " " + e.getStackTrace()[0].getLineNumber());
        }
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            throw new RuntimeException("body");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage() + " " + e.getSuppressed()[1]);
        }
        Object[] strings = new String[2];
        Object number = 5;
        int[] none = null;
        int[] three = new int[3];
        for (int k = 0; k < 12; k++)
            try {
                switch (k) {
                    case 0: strings[0] = 1; break;
                    case 1: System.out.println((String) number); break;
                    case 2: System.out.println(three[3]); break;
                    case 3: three[-1] = 2; break;
                    case 4: System.out.println(new int[-2].length); break;
                    case 5: Integer.parseInt("x1"); break;
                    case 6: "abc".substring(4); break;
                    case 7: new java.util.ArrayList<String>().get(0); break;
                    case 8: new java.util.ArrayDeque<String>().pop(); break;
                    case 9: java.util.List.of(1).add(2); break;
                    case 10: System.arraycopy(three, 0, three, 2, 2); break;
                    case 11: java.util.Objects.requireNonNull(null, "needed"); break;
                }
            } catch (RuntimeException e) {
                System.out.println(k + " " + e.getClass().getName() + ": " + e.getMessage());
            }
        try {
            overflow(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow " + (e.getMessage() == null));
        }
        try {
            Object o = new Object();
            o.getClass().getDeclaredMethod("nothing");
        } catch (NoSuchMethodException e) {
            System.out.println(e);
        }
        try {
            Class.forName("does.not.Exist");
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println("thrown null");
        }
        Throwable t = new Exception("outer", new Mine("inner", 1, null));
        System.out.println(t + " " + t.getCause().getCause() + " " + t.fillInStackTrace().getMessage());
        label:
        for (int i = 0;; i++) {
            try {
                if (i == 3) break label;
                continue label;
            } finally {
                System.out.print(i);
            }
        }
        System.out.println();
        assert three.length == 3 : "three";
        try {
            assert three.length == 4 : "not " + 4;
        } catch (AssertionError e) {
            System.out.println(e.getMessage());
        }
    }
}
