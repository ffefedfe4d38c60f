// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

public class Reflection {
    private int hidden = 5;
    public final String shown = "s";
    static long counter = 7;

    public Reflection() {
    }

    private Reflection(int h, String... rest) {
        hidden = h + rest.length;
    }

    public int twice(int x) {
        return 2 * x + hidden;
    }

    static String join(String a, long b, double c) {
        return a + b + c;
    }

    void fail() throws java.io.IOException {
        throw new java.io.IOException("failed");
    }

    static class Derived extends Reflection implements Comparable<Derived> {
        @Override
        public int twice(int x) {
            return -x;
        }

        @Override
        public int compareTo(Derived d) {
            return 0;
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> c = Reflection.class;
        Method[] methods = c.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method m : methods) System.out.println(m + " | " + m.toGenericString() + " " + m.getParameterCount() + " " + Modifier.toString(m.getModifiers()));
        Field[] fields = c.getDeclaredFields();
        Arrays.sort(fields, Comparator.comparing(Field::getName));
        Reflection r = new Reflection();
        for (Field f : fields) System.out.println(f + " = " + f.get(r) + " " + f.getType());
        Field hidden = c.getDeclaredField("hidden");
        hidden.setInt(r, 50);
        System.out.println(r.hidden + " " + c.getDeclaredField("counter").getLong(null));
        System.out.println(c.getMethod("twice", int.class).invoke(r, 4) + " " + c.getMethod("twice", int.class).invoke(new Derived(), 4) + " "
                + c.getDeclaredMethod("join", String.class, long.class, double.class).invoke(null, "j", 3, 1.5f));
        try {
            c.getDeclaredMethod("fail").invoke(r);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause());
        }
        try {
            c.getMethod("twice", int.class).invoke(r, "x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            c.getMethod("twice", int.class).invoke("not one", 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Constructor<?> k = c.getDeclaredConstructor(int.class, String[].class);
        System.out.println(k + " " + k.isVarArgs() + " " + ((Reflection) k.newInstance(3, new String[] {"a", "b"})).hidden);
        System.out.println(Derived.class.getGenericSuperclass() + " " + Arrays.toString(Derived.class.getGenericInterfaces()) + " " + Derived.class.getSuperclass().getSimpleName());
        Object ints = Array.newInstance(int.class, 3);
        Array.setInt(ints, 1, 9);
        Array.set(ints, 2, (byte) 4);
        System.out.println(Array.getLength(ints) + " " + Array.get(ints, 1) + " " + Array.getLong(ints, 2) + " " + Arrays.toString((int[]) ints) + " " + Array.newInstance(String.class, 2, 3).getClass());
        for (int i = 0; i < 20; i++) c.getMethod("twice", int.class).invoke(r, i);
        AtomicInteger a = new AtomicInteger();
        for (int i = 0; i < 10; i++) a.getAndAdd(i);
        System.out.println(a + " " + a.compareAndSet(45, 1) + " " + a.updateAndGet(x -> x * 3) + " " + new AtomicLong(3).accumulateAndGet(4, Math::multiplyExact));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            System.out.println(lock.isHeldByCurrentThread() + " " + lock.isLocked());
        } finally {
            lock.unlock();
        }
        Object o = new Object();
        System.out.println((o.hashCode() == System.identityHashCode(o)) + " " + (o.hashCode() == o.hashCode()) + " " + o.toString().startsWith("java.lang.Object@"));
        System.out.println(Reflection.class.getClassLoader() != null ? "loaded" : "boot");
        System.out.println(String.class.getClassLoader() + " " + Reflection.class.getPackage().getName().isEmpty() + " " + String.class.getModule().getName() + " " + Reflection.class.getModule().isNamed());
        StackTraceElement top = new Throwable().getStackTrace()[0];
        System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getFileName() + " " + top.isNativeMethod() + " " + top.getModuleName());
        System.out.println(Thread.currentThread().getStackTrace()[1].getMethodName() + " " + Runtime.version().feature() + " " + System.getProperty("line.separator").length() + " " + System.lineSeparator().length()
                + " " + System.getProperty("java.version").startsWith("17") + " " + System.getProperty("none", "default") + " " + Integer.getInteger("none") + " " + System.getProperty("user.language"));
    }
}
