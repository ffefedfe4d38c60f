// SPDX-License-Identifier: Apache-2.0
package diff;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

// The JVM's side of the differential test: reads calls, one a line, and writes what each did.
//   Host CLASSES CALLS RESULTS
// A call: class, method and parameters' types (as in a descriptor), then one argument each, all separated by
// tabs. Values as in differential_test.c.
public class Host {
    private static String text(String s, int[] at) { // "..." with \\uXXXX for all that is not printable
        StringBuilder b = new StringBuilder();
        for (at[0]++; s.charAt(at[0]) != '"'; at[0]++)
            if (s.charAt(at[0]) == '\\') {
                b.append((char) Integer.parseInt(s.substring(at[0] + 2, at[0] + 6), 16));
                at[0] += 5;
            } else {
                b.append(s.charAt(at[0]));
            }
        at[0]++;
        return new String(b.toString()); // of its own also where it is empty
    }

    private static Object value(String s, int[] at, Class<?> type) {
        if (s.startsWith("null", at[0])) {
            at[0] += 4;
            return null;
        }
        if (s.charAt(at[0]) == '"') return text(s, at);
        if (s.charAt(at[0]) == '[') {
            java.util.ArrayList<Object> list = new java.util.ArrayList<>();
            for (at[0]++; s.charAt(at[0]) != ']'; )
                if (s.charAt(at[0]) == ',') at[0]++;
                else list.add(value(s, at, type.getComponentType()));
            at[0]++;
            Object array = java.lang.reflect.Array.newInstance(type.getComponentType(), list.size());
            for (int i = 0; i < list.size(); i++) java.lang.reflect.Array.set(array, i, list.get(i));
            return array;
        }
        int end = at[0];
        while (end < s.length() && ",]\t".indexOf(s.charAt(end)) < 0) end++;
        String word = s.substring(at[0], end);
        at[0] = end;
        if (type == float.class) return Float.intBitsToFloat((int) Long.parseLong(word.substring(1), 16));
        if (type == double.class) return Double.longBitsToDouble(Long.parseUnsignedLong(word.substring(1), 16));
        long n = Long.parseLong(word);
        if (type == int.class || type == Integer.class) return (int) n;
        if (type == byte.class) return (byte) n;
        if (type == short.class) return (short) n;
        if (type == char.class) return (char) n;
        if (type == boolean.class) return n != 0;
        return n;
    }

    private static void add(StringBuilder b, Object o, Class<?> type) {
        if (type == void.class) {
            b.append("void");
        } else if (o == null) {
            b.append("null");
        } else if (o instanceof String s) {
            b.append('"');
            for (int i = 0; i < s.length(); i++) {
                char c = s.charAt(i);
                if (c >= ' ' && c < 127 && c != '"' && c != '\\') b.append(c);
                else b.append(String.format("\\u%04x", (int) c));
            }
            b.append('"');
        } else if (o.getClass().isArray()) {
            b.append('[');
            for (int i = 0; i < java.lang.reflect.Array.getLength(o); i++) {
                if (i > 0) b.append(',');
                add(b, java.lang.reflect.Array.get(o, i), o.getClass().getComponentType());
            }
            b.append(']');
        } else if (!type.isPrimitive()) {
            b.append(o.getClass().getName());
        } else if (o instanceof Float f) {
            b.append(Float.isNaN(f) ? "fNaN" : String.format("f%x", Float.floatToRawIntBits(f)));
        } else if (o instanceof Double d) {
            b.append(Double.isNaN(d) ? "dNaN" : String.format("d%x", Double.doubleToRawLongBits(d)));
        } else if (o instanceof Character c) {
            b.append((int) c);
        } else if (o instanceof Boolean z) {
            b.append(z ? 1 : 0);
        } else {
            b.append(o);
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, Method> methods = new HashMap<>();
        try (BufferedReader in = Files.newBufferedReader(Path.of(args[1]), StandardCharsets.US_ASCII);
             PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(args[2]), StandardCharsets.UTF_8))) {
            for (String line; (line = in.readLine()) != null; ) {
                String[] words = line.split("\t", -1);
                Method m = methods.get(words[0] + words[1]);
                if (m == null || words[0].equals("diff.Statics")) {
                    ClassLoader loader = Host.class.getClassLoader();
                    if (words[0].equals("diff.Statics")) loader = new URLClassLoader(new URL[] {Path.of(args[0]).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
                    for (Method n : Class.forName(words[0], true, loader).getDeclaredMethods())
                        if (n.getName().equals(words[1])) m = n;
                    methods.put(words[0] + words[1], m);
                }
                m.setAccessible(true);
                Object[] a = new Object[m.getParameterCount()];
                for (int i = 0; i < a.length; i++) a[i] = value(words[2 + i], new int[1], m.getParameterTypes()[i]);
                StringBuilder b = new StringBuilder();
                try {
                    add(b, m.invoke(null, a), m.getReturnType());
                } catch (InvocationTargetException e) {
                    Throwable t = e.getCause();
                    b.append('!').append(t.getClass().getName());
                    if (!(t instanceof StackOverflowError) && t.getMessage() != null) {
                        b.append(": ");
                        add(b, t.getMessage(), String.class);
                    }
                }
                out.println(b);
            }
        }
    }
}
