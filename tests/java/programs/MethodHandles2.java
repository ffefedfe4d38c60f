// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;

// Method handles made of others.
public class MethodHandles2 {
    interface Body {
        Object run() throws Throwable;
    }

    static void line(String what, Body body) {
        try {
            System.out.println(what + ": " + body.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static String join(int a, long b, String c) {
        return a + "," + b + "," + c;
    }

    static int twice(int a) {
        return 2 * a;
    }

    static int length(String s) {
        return s.length();
    }

    static boolean isLong(String s) {
        return s.length() > 3;
    }

    static void say(String s) {
        System.out.println("say " + s);
    }

    static String upper(String s) {
        return s.toUpperCase();
    }

    static String both(String a, String b) {
        return a + "+" + b;
    }

    static MethodHandle find(String name, Class<?> result, Class<?>... parameters) throws ReflectiveOperationException {
        return MethodHandles.lookup().findStatic(MethodHandles2.class, name, MethodType.methodType(result, parameters));
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle join = find("join", String.class, int.class, long.class, String.class);
        MethodHandle twice = find("twice", int.class, int.class), length = find("length", int.class, String.class);
        MethodHandle isLong = find("isLong", boolean.class, String.class), say = find("say", void.class, String.class);
        MethodHandle upper = find("upper", String.class, String.class), both = find("both", String.class, String.class, String.class);

        MethodHandle inserted = MethodHandles.insertArguments(join, 1, 7L, "x");
        line("insert", () -> inserted.type() + " " + (String) inserted.invokeExact(3));
        line("insert boxed", () -> MethodHandles.insertArguments(join, 0, 5).invoke(6, "y"));
        line("insert widened", () -> MethodHandles.insertArguments(join, 1, 5).invoke(6, "y"));
        line("insert wrong", () -> MethodHandles.insertArguments(join, 2, 5));
        line("insert null", () -> MethodHandles.insertArguments(join, 2, (Object) null).invoke(1, 2L));
        line("insert nothing", () -> MethodHandles.insertArguments(join, 0) == join);
        Object[] values = {1};
        MethodHandle kept = MethodHandles.insertArguments(twice, 0, values);
        values[0] = 100;
        line("insert copies", () -> (int) kept.invokeExact());

        MethodHandle dropped = MethodHandles.dropArguments(length, 1, int.class, Object.class);
        line("drop", () -> dropped.type() + " " + (int) dropped.invokeExact("four", 1, (Object) null));
        line("drop list", () -> MethodHandles.dropArguments(length, 0, List.of(long.class)).invoke(1L, "abc"));
        line("permute", () -> MethodHandles.permuteArguments(both, MethodType.methodType(String.class, String.class, int.class, String.class), 2, 0)
                .invoke("a", 1, "b"));
        line("permute twice", () -> MethodHandles.permuteArguments(both, MethodType.methodType(String.class, String.class), 0, 0).invoke("a"));
        line("filter return", () -> MethodHandles.filterReturnValue(length, twice).invoke("abc"));
        line("filter void", () -> MethodHandles.filterReturnValue(say, MethodHandles.constant(int.class, 9)).invoke("abc"));
        line("to void", () -> MethodHandles.filterReturnValue(upper, say).invoke("abc"));
        line("filter", () -> MethodHandles.filterArguments(both, 0, upper, null).invoke("abc", "def"));
        line("filter type", () -> MethodHandles.filterArguments(twice, 0, length).type());
        line("filter throws", () -> MethodHandles.filterArguments(twice, 0, length).invoke((String) null));
        line("fold", () -> MethodHandles.foldArguments(both, upper).invoke("abc"));
        line("fold void", () -> MethodHandles.foldArguments(upper, say).invoke("abc"));
        MethodHandle guard = MethodHandles.guardWithTest(isLong, upper, MethodHandles.identity(String.class));
        for (String s : new String[] {"abc", "abcd"}) line("guard", () -> (String) guard.invokeExact(s));
        line("constant", () -> MethodHandles.constant(long.class, 5).invoke());
        line("constant type", () -> MethodHandles.constant(String.class, 5).invoke());
        line("identity", () -> (Object) MethodHandles.identity(double.class).invoke(1.5f));
        line("nested", () -> MethodHandles.filterReturnValue(MethodHandles.insertArguments(both, 0, "head"), length).invoke("tail"));
        line("as type", () -> MethodHandles.dropArguments(twice, 0, String.class).asType(MethodType.methodType(Object.class, Object.class, Integer.class))
                .invoke("x", 4));
        line("bound", () -> MethodHandles.dropArguments(length, 1, int.class).bindTo("bound").invoke(1));
        line("with arguments", () -> guard.invokeWithArguments(Arrays.asList("lower")));
        CallSite site = new ConstantCallSite(guard);
        line("site", () -> (String) site.getTarget().invokeExact("inside"));
        line("invoker", () -> (String) site.dynamicInvoker().invokeExact("inside"));
    }
}
