// SPDX-License-Identifier: Apache-2.0
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.function.IntFunction;

// Bootstrap methods of the program's own, for the constants and call sites of a class that no compiler writes: RunAll.java makes it.
public class Computed {
    enum Color { RED, GREEN }

    public static int calls;

    public static String text(MethodHandles.Lookup lookup, String name, Class<?> type, int n, String s) {
        calls++;
        return lookup.lookupClass().getName() + " " + name + " " + type.getName() + " " + n + s;
    }

    public static int number(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return 41 + name.length();
    }

    public static Object many(MethodHandles.Lookup lookup, String name, Class<?> type, Object... more) {
        return name + Arrays.toString(more);
    }

    public static Object fresh(MethodHandles.Lookup lookup, String name, Class<?> type) {
        return new Object();
    }

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, String more) throws ReflectiveOperationException {
        calls++;
        MethodHandle joined = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        return new ConstantCallSite(MethodHandles.insertArguments(joined, 0, name + more).asType(type));
    }

    static void show(int i, Object o) {
        System.out.println(i + ": " + o);
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Throwable {
        IntFunction<Object> f = (IntFunction<Object>) Class.forName("ComputedConstants").getDeclaredConstructor().newInstance();
        for (int i = 0; i < 12; i++) {
            Object one = f.apply(i), two = f.apply(i);
            show(i, one instanceof Object[] ? Arrays.toString((Object[]) one) : one != null && one.getClass() == Object.class ? "an object" : one);
            show(i, one == two || i == 4);
        }
        show(-1, calls);
        show(-2, (int) ((MethodHandle) f.apply(8)).invokeExact(-3));
    }
}
