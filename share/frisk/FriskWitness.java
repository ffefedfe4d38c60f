// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Says what a call did as assertions that a test can make: of what it returned, and of the objects that it changed. A
 * value that has a literal or a plain expression that makes an equal one is compared with that; of another object what
 * its getters and visible fields give.
 *
 * <p>An assertion is Java source with marks: 1 NAME 2 is a class by its internal name, 3 what the assertion is of, 4
 * where an allowed difference goes (4F, 4D: of floats, doubles), 5 NUMBER 2 an object of the test.
 */
public final class FriskWitness {
    private static final char CLASS = 1;
    private static final char END = 2;
    private static final char SUBJECT = 3;
    private static final char DELTA = 4;
    private static final char OBJECT = 5;

    private static final int MAX_TEXT = 1200; // characters of one assertion
    private static final int MAX_MESSAGE = 200;
    private static final int MAX_ELEMENTS = 64;
    private static final int MAX_ENTRIES = 10; // of Map.of
    private static final int MAX_DEPTH = 4;
    private static final int MAX_MEMBERS = 6; // of one object

    /** An object that the call may change. */
    private static final class Watched {
        final int number;
        final Class<?> type;
        final Object object;
        final List<Object> before;

        Watched(int number, Class<?> type, Object object) {
            this.number = number;
            this.type = type;
            this.object = object;
            this.before = FriskSnapshot.of(object);
        }
    }

    private static final List<Watched> watched = new ArrayList<>();
    private static boolean hasReturned; // a value
    private static boolean constructs;
    private static Class<?> type; // of what is returned, as the method declares it; null: source cannot name it
    private static Object result;

    private FriskWitness() {
    }

    static void reset() {
        watched.clear();
        hasReturned = constructs = false;
        type = null;
        result = null;
    }

    // ---- What a test calls while it is proved ----

    public static void watch(int number, Class<?> declared, Object object) {
        if (object != null) watched.add(new Watched(number, declared, object));
    }

    public static void constructed(Class<?> declared, Object value) {
        returned(declared, value);
        constructs = true;
    }

    public static void returned(Class<?> declared, Object value) {
        hasReturned = true;
        type = declared;
        result = value;
    }

    // ---- Values as source ----

    static void quote(StringBuilder out, String s, char quote) {
        out.append(quote);
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == quote || c == '\\') out.append('\\').append(c);
            else if (c == '\n') out.append("\\n");
            else if (c == '\r') out.append("\\r");
            else if (c == '\t') out.append("\\t");
            else if (c < ' ' || c == 127) out.append(String.format(Locale.ROOT, "\\%03o", (int) c));
            else if (c < 127) out.append(c);
            else out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        out.append(quote);
    }

    private static String name(Class<?> c) {
        if (c.isArray()) return name(c.getComponentType()) + "[]";
        return c.isPrimitive() ? c.getName() : CLASS + c.getName().replace('.', '/') + END;
    }

    private static String fractional(Number n, Class<?> box, String suffix) {
        double d = n.doubleValue();
        if (Double.isNaN(d)) return name(box) + ".NaN";
        if (Double.isInfinite(d)) return name(box) + (d > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        return n + suffix;
    }

    /** Of a primitive's box; null: it is none. */
    private static String primitive(Object o) {
        if (o instanceof Boolean) return o.toString();
        if (o instanceof Byte || o instanceof Short)
            return "(" + (o instanceof Byte ? "byte" : "short") + ") " + o;
        if (o instanceof Integer) {
            if ((Integer) o == Integer.MAX_VALUE) return name(Integer.class) + ".MAX_VALUE";
            return (Integer) o == Integer.MIN_VALUE ? name(Integer.class) + ".MIN_VALUE" : o.toString();
        }
        if (o instanceof Long) {
            if ((Long) o == Long.MAX_VALUE) return name(Long.class) + ".MAX_VALUE";
            return (Long) o == Long.MIN_VALUE ? name(Long.class) + ".MIN_VALUE" : o + "L";
        }
        if (o instanceof Float) return fractional((Float) o, Float.class, "f");
        if (o instanceof Double) return fractional((Double) o, Double.class, "");
        if (!(o instanceof Character)) return null;
        StringBuilder s = new StringBuilder();
        quote(s, o.toString(), '\'');
        return s.toString();
    }

    private static String boxed(Object o, String text) {
        if (o instanceof Boolean) return name(Boolean.class) + ((Boolean) o ? ".TRUE" : ".FALSE");
        return name(o.getClass()) + ".valueOf(" + text + ")";
    }

    /** Several values, separated by commas. */
    private static boolean addAll(StringBuilder out, Iterable<?> values, int depth) {
        String comma = "";
        for (Object o : values) {
            out.append(comma);
            if (!add(out, o, false, depth + 1)) return false;
            comma = ", ";
        }
        return true;
    }

    /** nested: it stands in another one, which says of what it is an array. */
    private static boolean addArray(StringBuilder out, Object array, boolean nested, int depth) {
        int n = Array.getLength(array);
        Class<?> element = array.getClass().getComponentType();
        if (n > MAX_ELEMENTS || depth > MAX_DEPTH) return false;
        if (n == 0 && !element.isArray() && !nested) {
            out.append("new ").append(name(element)).append("[0]");
            return true;
        }
        if (!nested) out.append("new ").append(name(array.getClass())).append(' ');
        out.append('{');
        for (int i = 0; i < n; i++) {
            Object value = Array.get(array, i);
            boolean same = element.isArray() && value != null && value.getClass() == element;
            if (i > 0) out.append(", ");
            if (same ? !addArray(out, value, true, depth + 1) : !add(out, value, false, depth + 1)) return false;
        }
        out.append('}');
        return true;
    }

    /** Of arguments: null alone would be taken for the array of them. */
    private static boolean addList(StringBuilder out, List<?> values, int depth) {
        out.append(name(Arrays.class)).append(".asList(");
        if (values.size() == 1 && (values.get(0) == null || values.get(0).getClass().isArray())) out.append("(Object) ");
        if (!addAll(out, values, depth)) return false;
        out.append(')');
        return true;
    }

    /** In an order that does not depend on hashes. */
    private static List<Object> sorted(Collection<?> values) {
        List<Object> list = new ArrayList<>(values);
        list.sort(Comparator.comparing((Object o) -> o == null ? "" : o.getClass().getName())
                .thenComparing(FriskWitness::compare));
        return list;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object a, Object b) {
        if (a instanceof Comparable && b != null && a.getClass() == b.getClass()) return ((Comparable) a).compareTo(b);
        return 0;
    }

    private static boolean addCollection(StringBuilder out, Collection<?> c, int depth) {
        boolean list = c instanceof List;
        if (!list && !(c instanceof Set) || c.size() > MAX_ELEMENTS) return false;
        List<Object> values = list ? new ArrayList<>(c) : sorted(c);
        if (!(list ? values : new HashSet<>(values)).equals(c)) return false;
        if (values.isEmpty()) {
            out.append(name(Collections.class)).append(list ? ".emptyList()" : ".emptySet()");
            return true;
        }
        if (!list) out.append("new ").append(name(HashSet.class)).append("<>(");
        if (!addList(out, values, depth)) return false;
        if (!list) out.append(')');
        return true;
    }

    private static boolean addMap(StringBuilder out, Map<?, ?> m, int depth) {
        if (m.size() > MAX_ENTRIES || !new HashMap<>(m).equals(m)) return false;
        List<Object> flat = new ArrayList<>();
        for (Object key : sorted(m.keySet())) {
            flat.add(key);
            flat.add(m.get(key));
        }
        if (m.size() > 1 && flat.contains(null)) return false;
        out.append(name(m.size() > 1 ? Map.class : Collections.class));
        out.append(m.isEmpty() ? ".emptyMap(" : m.size() == 1 ? ".singletonMap(" : ".of(");
        if (!addAll(out, flat, depth)) return false;
        out.append(')');
        return true;
    }

    private static boolean addOptional(StringBuilder out, Object o, int depth) {
        Object value = null;
        if (o instanceof Optional && ((Optional<?>) o).isPresent()) value = ((Optional<?>) o).get();
        if (o instanceof OptionalInt && ((OptionalInt) o).isPresent()) value = ((OptionalInt) o).getAsInt();
        if (o instanceof OptionalLong && ((OptionalLong) o).isPresent()) value = ((OptionalLong) o).getAsLong();
        if (o instanceof OptionalDouble && ((OptionalDouble) o).isPresent()) value = ((OptionalDouble) o).getAsDouble();
        out.append(name(o.getClass())).append(value == null ? ".empty(" : ".of(");
        if (value != null && !add(out, value, false, depth + 1)) return false;
        out.append(')');
        return true;
    }

    /** By the constructor that takes the components. */
    private static boolean addRecord(StringBuilder out, Object o, int depth) throws ReflectiveOperationException {
        Object[] components = (Object[]) Class.class.getMethod("getRecordComponents").invoke(o.getClass());
        Class<?>[] types = new Class<?>[components.length];
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            types[i] = (Class<?>) components[i].getClass().getMethod("getType").invoke(components[i]);
            Method accessor = (Method) components[i].getClass().getMethod("getAccessor").invoke(components[i]);
            accessor.setAccessible(true);
            values.add(accessor.invoke(o));
        }
        Constructor<?> constructor = o.getClass().getDeclaredConstructor(types);
        constructor.setAccessible(true);
        if (Modifier.isPrivate(constructor.getModifiers())) return false;
        if (!constructor.newInstance(values.toArray()).equals(o)) return false;
        out.append("new ").append(name(o.getClass()));
        out.append(o.getClass().getTypeParameters().length > 0 ? "<>(" : "(");
        if (!addAll(out, values, depth)) return false;
        out.append(')');
        return true;
    }

    /** Dates and times by parse, identifiers by fromString, big numbers by a constructor. */
    private static boolean addByText(StringBuilder out, Object o) throws ReflectiveOperationException {
        Class<?> c = o.getClass();
        if (c == BigInteger.class || c == BigDecimal.class) out.append("new ").append(name(c)).append('(');
        else if (c == UUID.class) out.append(name(c)).append(".fromString(");
        else if (!c.getName().startsWith("java.time.")) return false;
        else if (!c.getMethod("parse", CharSequence.class).invoke(null, o.toString()).equals(o)) return false;
        else out.append(name(c)).append(".parse(");
        quote(out, o.toString(), '"');
        out.append(')');
        return true;
    }

    private static boolean addObject(StringBuilder out, Object o, int depth) throws ReflectiveOperationException {
        if (o instanceof Enum) {
            out.append(name(((Enum<?>) o).getDeclaringClass())).append('.').append(((Enum<?>) o).name());
            return true;
        }
        if (o instanceof Class) {
            out.append(name((Class<?>) o)).append(".class");
            return true;
        }
        if (o.getClass().isArray()) return addArray(out, o, false, depth);
        if (o instanceof Collection) return addCollection(out, (Collection<?>) o, depth);
        if (o instanceof Map) return addMap(out, (Map<?, ?>) o, depth);
        if (o.getClass().getName().startsWith("java.util.Optional")) return addOptional(out, o, depth);
        Class<?> above = o.getClass().getSuperclass();
        if (above != null && above.getName().equals("java.lang.Record")) return addRecord(out, o, depth);
        if (o instanceof AbstractMap.SimpleEntry || o instanceof AbstractMap.SimpleImmutableEntry) {
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            out.append("new ").append(name(o.getClass())).append("<>(");
            if (!addAll(out, Arrays.asList(e.getKey(), e.getValue()), depth)) return false;
            out.append(')');
            return true;
        }
        return addByText(out, o);
    }

    /** Appends source that makes an equal value. False: there is none, and what was appended is of no use. */
    private static boolean add(StringBuilder out, Object o, boolean asObject, int depth) {
        if (depth > MAX_DEPTH || out.length() > MAX_TEXT) return false;
        String plain = primitive(o);
        if (plain != null) {
            out.append(asObject ? boxed(o, plain) : plain);
        } else if (o == null) {
            out.append("null");
        } else if (o instanceof String) {
            quote(out, (String) o, '"');
        } else {
            try {
                if (!addObject(out, o, depth)) return false;
            } catch (Exception | StackOverflowError e) { // its own methods may throw
                return false;
            }
        }
        return out.length() <= MAX_TEXT;
    }

    // ---- Assertions ----

    private static String delta(Class<?> c) {
        return c == float.class ? DELTA + "F" : c == double.class ? DELTA + "D" : "";
    }

    /** That what `subject` gives, of that declared type, is this value; null: it cannot be said. */
    private static String equality(Object value, Class<?> declared, String subject) {
        if (value == null) return "assertNull(" + subject + ")";
        if (declared == boolean.class) return ((Boolean) value ? "assertTrue(" : "assertFalse(") + subject + ")";
        StringBuilder s = new StringBuilder();
        if (!add(s, value, !declared.isPrimitive(), 0)) return null;
        Class<?> c = value.getClass();
        if (!c.isArray()) return "assertEquals(" + s + ", " + subject + delta(declared) + ")";
        String cast = declared.isArray() ? "" : "(" + name(c) + ") ";
        return "assertArrayEquals(" + s + ", " + cast + subject + delta(c.getComponentType()) + ")";
    }

    /** Whether a text tells where an object lies, as Object's own does. */
    private static boolean hasIdentity(Object value) {
        return value instanceof String
                && ((String) value).matches("(?s).*@[0-9a-f]{1,8}\\b.*|(?s).*[A-Za-z0-9_$;]@[0-9a-f]{5}.*");
    }

    /** Whether an object's text holds such a text: its length, and what else it counts, then differ, too. */
    private static boolean holdsIdentity(Object o) {
        try {
            return o.getClass().getMethod("toString").getDeclaringClass() != Object.class && hasIdentity(o.toString());
        } catch (Exception | StackOverflowError e) { // its own
            return false;
        }
    }

    private static boolean isVisible(Member m, Class<?> c, String home) {
        if (Modifier.isStatic(m.getModifiers()) || m.isSynthetic()) return false;
        if (!m.getName().matches("[A-Za-z_][A-Za-z0-9_]*")) return false;
        boolean near = packageOf(m.getDeclaringClass()).equals(home) && packageOf(c).equals(home);
        return Modifier.isPublic(m.getModifiers()) || near && !Modifier.isPrivate(m.getModifiers());
    }

    private static String packageOf(Class<?> c) {
        return c.getName().substring(0, c.getName().lastIndexOf('.') + 1);
    }

    private static boolean isGetter(Method m) {
        if (m.getParameterCount() > 0 || m.getReturnType() == void.class) return false;
        String name = m.getName();
        if (m.getDeclaringClass() == Object.class) return false;
        if (m.getExceptionTypes().length > 0) return false; // a test that asks it would have to declare them
        if (name.matches("get(And|Next|Resource|Instance|Input|Output).*")) return false;
        return name.matches("(get|is|has)[A-Z0-9].*|size|length|isEmpty|name|value|count|toString|[a-z]+Value");
    }

    /** What can be seen of an object from outside, by its fields first. */
    private static List<String> members(Object o, Class<?> c, String subject, String home) {
        List<String> out = new ArrayList<>();
        boolean numbers = !holdsIdentity(o);
        for (Class<?> k = c; k != null && k != Object.class; k = k.getSuperclass())
            for (Field f : k.getDeclaredFields()) {
                if (out.size() >= MAX_MEMBERS || !isVisible(f, c, home)) continue;
                try {
                    f.setAccessible(true);
                    addMember(out, f.get(o), f.getType(), numbers, subject + "." + f.getName());
                } catch (Exception e) {
                    continue; // of a module that is closed
                }
            }
        List<Method> methods = new ArrayList<>(Arrays.asList(c.getMethods()));
        for (Method m : c.getDeclaredMethods())
            if (!Modifier.isPublic(m.getModifiers())) methods.add(m);
        methods.sort(Comparator.comparing(Method::getName));
        String last = "";
        for (Method m : methods) {
            if (out.size() >= MAX_MEMBERS) break;
            if (!isGetter(m) || !isVisible(m, c, home) || m.getName().equals(last)) continue;
            last = m.getName();
            try {
                m.setAccessible(true);
                addMember(out, m.invoke(o), m.getReturnType(), numbers, subject + "." + m.getName() + "()");
            } catch (Exception | StackOverflowError e) {
                continue; // it throws in this state, or cannot be called
            }
        }
        return out;
    }

    private static void addMember(List<String> out, Object value, Class<?> declared, boolean numbers, String subject) {
        String text = hasIdentity(value) || !numbers && value instanceof Number ? null : equality(value, declared, subject);
        if (text != null) out.add(text);
    }

    private static List<String> ofResult(String home) {
        String subject = String.valueOf(SUBJECT);
        for (Watched w : watched)
            if (w.object == result && result != null)
                return Collections.singletonList("assertSame(" + OBJECT + w.number + END + ", " + subject + ")");
        boolean fickle = hasIdentity(result);
        String text = fickle ? null : equality(result, type == null ? Object.class : type, subject);
        if (text != null) return Collections.singletonList(text);
        List<String> seen = type == null || fickle ? new ArrayList<>() : members(result, type, subject, home);
        if (seen.isEmpty() && !constructs) seen.add("assertNotNull(" + subject + ")");
        return seen;
    }

    private static List<String> ofState(Watched w, String home) {
        String subject = String.valueOf(SUBJECT);
        String text = equality(w.object, w.type, subject);
        List<String> seen = text != null ? Collections.singletonList(text) : members(w.object, w.type, subject, home);
        if (!seen.isEmpty() || hasReturned) return seen;
        return Collections.singletonList("// " + subject + " changes in a way that is not seen from outside.");
    }

    private static void addChecks(List<String> out, int number, List<String> texts) {
        for (String s : texts) {
            out.add(Integer.toString(number));
            out.add(s);
        }
    }

    /** After the call: number of the object (-1: what was returned) and text of each assertion, in turn. */
    static List<String> checks(Class<?> test) {
        List<String> out = new ArrayList<>();
        if (hasReturned) addChecks(out, -1, ofResult(packageOf(test)));
        for (Watched w : watched) {
            if (w.before.equals(FriskSnapshot.of(w.object))) continue;
            addChecks(out, w.number, ofState(w, packageOf(test)));
        }
        return out;
    }

    /** Classes of exceptions whose messages are the JVM's own. */
    private static final Set<String> IMPLICIT = new HashSet<>(Arrays.asList("java.lang.ArithmeticException",
            "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException",
            "java.lang.ClassCastException", "java.lang.NegativeArraySizeException", "java.lang.NullPointerException",
            "java.lang.OutOfMemoryError", "java.lang.StackOverflowError", "java.lang.NoClassDefFoundError",
            "java.lang.ExceptionInInitializerError"));

    /** The message of what was thrown, where it is one of the code under test's own. */
    static List<String> checksOf(Throwable thrown, ClassLoader loader) {
        List<String> out = new ArrayList<>();
        try {
            String message = thrown.getMessage();
            StackTraceElement[] trace = thrown.getStackTrace();
            if (message == null || message.length() > MAX_MESSAGE || hasIdentity(message) || trace.length == 0) return out;
            if (IMPLICIT.contains(thrown.getClass().getName())) return out;
            if (Class.forName(trace[0].getClassName(), false, loader).getClassLoader() != loader) return out;
            addChecks(out, -1, Collections.singletonList(equality(message, String.class, SUBJECT + ".getMessage()")));
        } catch (Throwable e) {
            out.clear(); // the code under test's own, again
        }
        return out;
    }
}
