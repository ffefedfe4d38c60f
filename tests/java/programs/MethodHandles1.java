// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

// Method handles: found, called exactly and with conversions, bound, seen as another type; and what they refuse.
public class MethodHandles1 {
    private int base = 5;
    static int calls;

    MethodHandles1() {
    }

    MethodHandles1(int base) {
        if (base < 0) throw new IllegalArgumentException("base " + base);
        this.base = base;
    }

    int plus(int x) {
        return base + x;
    }

    private String secret(Object o) {
        return "secret " + o;
    }

    static int add(int a, int b) {
        return a + b;
    }

    static long wide(long a, double b) {
        return a + (long) b;
    }

    static void count(byte n) {
        calls += n;
    }

    static class Derived extends MethodHandles1 {
        @Override
        int plus(int x) {
            return 1000 + x;
        }
    }

    interface Shape {
        double area();

        default String name() {
            return "shape of " + area();
        }
    }

    interface Body {
        Object run() throws Throwable;
    }

    private static void line(String what, Body body) {
        try {
            System.out.println(what + ": " + body.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle add = lookup.findStatic(MethodHandles1.class, "add", MethodType.methodType(int.class, int.class, int.class));
        MethodHandle plus = lookup.findVirtual(MethodHandles1.class, "plus", MethodType.methodType(int.class, int.class));
        MethodHandle make = lookup.findConstructor(MethodHandles1.class, MethodType.methodType(void.class, int.class));
        MethodHandle wide = lookup.findStatic(MethodHandles1.class, "wide", MethodType.methodType(long.class, long.class, double.class));
        MethodHandle count = lookup.findStatic(MethodHandles1.class, "count", MethodType.methodType(void.class, byte.class));
        System.out.println(add + " " + plus.type() + " " + make.type() + " " + wide.type().wrap() + " " + count.type().parameterCount());

        line("exact", () -> (int) add.invokeExact(3, 4));
        line("inexact", () -> (Object) add.invoke((short) 3, 'a'));
        line("boxes", () -> (long) wide.invoke(Integer.valueOf(3), 4.75f));
        line("as long", () -> (long) add.invoke(3, 4));
        line("virtual", () -> (int) plus.invokeExact(new MethodHandles1(7), 1));
        line("overridden", () -> (int) plus.invoke((MethodHandles1) new Derived(), 1));
        line("derived", () -> (Integer) plus.invoke(new Derived(), 2));
        line("made", () -> ((MethodHandles1) make.invokeExact(9)).base);
        line("made as object", () -> ((MethodHandles1) make.invoke((byte) 8)).plus(1));
        count.invokeExact((byte) 3);
        line("nothing", () -> (Object) count.invoke((byte) 4));
        System.out.println(calls);

        line("list", () -> {
            MethodHandle h = lookup.findVirtual(List.class, "add", MethodType.methodType(boolean.class, Object.class));
            List<Object> list = new ArrayList<>();
            h.invoke(list, (Object) "x");
            boolean b = (boolean) h.invoke(list, 5);
            return list + " " + b + " " + h.type();
        });
        line("string", () -> (int) lookup.findVirtual(String.class, "indexOf", MethodType.methodType(int.class, String.class)).invokeExact("hallo", "l"));
        line("static of the JDK", () -> (int) lookup.findStatic(Math.class, "max", MethodType.methodType(int.class, int.class, int.class)).invokeExact(3, 9));
        line("default", () -> (String) lookup.findVirtual(Shape.class, "name", MethodType.methodType(String.class)).invoke((Shape) () -> 2.5));
        line("private", () -> (String) lookup.findVirtual(MethodHandles1.class, "secret", MethodType.methodType(String.class, Object.class)).invokeExact(new MethodHandles1(), (Object) "s"));

        MethodHandle bound = plus.bindTo(new MethodHandles1(40));
        System.out.println(bound + " " + (int) bound.invokeExact(2) + " " + bound.invoke(3L > 2 ? 1 : 0));
        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println(concat.bindTo("a").bindTo("b").invoke());
        MethodHandle typed = add.asType(MethodType.methodType(Object.class, Integer.class, short.class));
        System.out.println(typed + " " + typed.invoke((Integer) 5, (short) 6) + " " + (Object) typed.invokeExact((Integer) 7, (short) 8)
                + " " + (typed.asType(typed.type()) == typed));
        MethodHandle back = typed.asType(MethodType.methodType(long.class, int.class, byte.class));
        line("there and back", () -> (long) back.invokeExact(1, (byte) 2));
        line("with arguments", () -> add.invokeWithArguments(1, 2) + " " + add.invokeWithArguments(Arrays.asList(3, (short) 4)) + " " + count.invokeWithArguments((byte) 1));

        line("other type", () -> (long) add.invokeExact(3, 4));
        line("other count", () -> add.invoke(3));
        line("no conversion", () -> add.invoke("3", 4));
        line("narrowing", () -> add.invoke(3L, 4));
        line("no cast", () -> add.invoke((Object) "3", 4));
        line("null unboxed", () -> {
            try {
                return add.invoke((Integer) null, 4);
            } catch (NullPointerException e) {
                return "null";
            }
        });
        line("null receiver", () -> {
            try {
                return (int) plus.invokeExact((MethodHandles1) null, 4);
            } catch (NullPointerException e) {
                return "null";
            }
        });
        line("bad receiver", () -> ((MethodHandle) plus).invoke((Object) "x", 4));
        line("bad bound", () -> plus.bindTo("x"));
        line("no reference", () -> add.bindTo(1));
        line("thrown", () -> (MethodHandles1) make.invokeExact(-1));
        line("few", () -> add.invokeWithArguments(1));
        line("no method", () -> lookup.findStatic(MethodHandles1.class, "nothing", MethodType.methodType(void.class)));
        line("no virtual", () -> lookup.findVirtual(String.class, "size", MethodType.methodType(int.class)));
        line("no constructor", () -> lookup.findConstructor(String.class, MethodType.methodType(void.class, List.class)));
        line("types", () -> MethodType.methodType(int.class, long.class).appendParameterTypes(String[].class).changeReturnType(void.class).toMethodDescriptorString()
                + MethodType.fromMethodDescriptorString("(I[[J)Ljava/lang/String;", MethodHandles1.class.getClassLoader()) + MethodType.genericMethodType(2)
                + (MethodType.methodType(int.class) == MethodType.methodType(int.class)));
        Supplier<Integer> s = () -> {
            try {
                return (int) bound.invokeExact(1);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
        System.out.println(s.get());
    }
}
