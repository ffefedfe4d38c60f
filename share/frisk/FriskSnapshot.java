// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that can be reached from an object, as a list of values that equals another one if nothing has changed. Runs no
 * code of the object's: fields are read by their offsets, also those of modules that are closed.
 */
final class FriskSnapshot {
    private static final int MAX_VALUES = 4000;

    private static final Object UNSAFE;
    private static final Class<?> UNSAFE_CLASS;

    static {
        Object unsafe = null;
        Class<?> c = null;
        try {
            c = Class.forName("sun.misc.Unsafe");
            Field f = c.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            unsafe = f.get(null);
        } catch (ReflectiveOperationException e) {
            c = null; // then only what reflection may read
        }
        UNSAFE = unsafe;
        UNSAFE_CLASS = c;
    }

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final ArrayDeque<Object> left = new ArrayDeque<>();
    private final List<Object> values = new ArrayList<>();

    private FriskSnapshot() {
    }

    static List<Object> of(Object root) {
        FriskSnapshot s = new FriskSnapshot();
        s.refer(root);
        while (!s.left.isEmpty() && s.values.size() < MAX_VALUES) s.visit(s.left.remove());
        return s.values;
    }

    private static boolean isValue(Object o) {
        return o == null || o instanceof String || o instanceof Boolean || o instanceof Character || o instanceof Enum
                || o instanceof Class || o instanceof Number && o.getClass().getName().startsWith("java.lang.");
    }

    private static boolean isOpaque(Object o) {
        return o instanceof Thread || o instanceof ThreadGroup || o instanceof ClassLoader
                || o instanceof java.lang.ref.Reference || o instanceof java.lang.reflect.AnnotatedElement;
    }

    private void refer(Object o) {
        if (isValue(o)) {
            values.add(o);
            return;
        }
        Integer number = numbers.get(o);
        if (number == null) {
            number = numbers.size();
            numbers.put(o, number);
            left.add(o);
        }
        values.add(number);
    }

    private void visit(Object o) {
        Class<?> c = o.getClass();
        values.add(c);
        if (isOpaque(o)) return;
        if (c.isArray()) {
            int n = Array.getLength(o);
            values.add(n);
            for (int i = 0; i < n && values.size() < MAX_VALUES; i++) refer(Array.get(o, i));
            return;
        }
        for (; c != null && c != Object.class; c = c.getSuperclass())
            for (Field f : c.getDeclaredFields())
                if (!Modifier.isStatic(f.getModifiers())) add(o, f);
    }

    private void add(Object o, Field f) {
        try {
            refer(read(o, f));
        } catch (ReflectiveOperationException | RuntimeException e) {
            values.add("?"); // a hidden class
        }
    }

    private static Object read(Object o, Field f) throws ReflectiveOperationException {
        if (UNSAFE_CLASS == null || o.getClass().getSuperclass() != null
                && o.getClass().getSuperclass().getName().equals("java.lang.Record")) {
            f.setAccessible(true);
            return f.get(o);
        }
        Object offset = UNSAFE_CLASS.getMethod("objectFieldOffset", Field.class).invoke(UNSAFE, f);
        String type = f.getType().isPrimitive() ? f.getType().getName() : "object";
        String name = "get" + Character.toUpperCase(type.charAt(0)) + type.substring(1);
        Method get = UNSAFE_CLASS.getMethod(name, Object.class, long.class);
        return get.invoke(UNSAFE, o, offset);
    }
}
