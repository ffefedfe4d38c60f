// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * How many mutants of a class its generated suite kills: Mutants SUITE-CLASSES CLASSPATH CLASS prints tests, tests that
 * fail without any mutant in one of three runs, each in another order, lines of the class that the suite covers, mutants on
 * these, and how many of those make a test fail.
 *
 * <p>Mutants are the usual ones (DeMillo, Lipton and Sayward 1978; PIT's defaults): a condition is negated or its bound
 * moved, an operator or the sign of an increment exchanged, a returned value replaced, a call of a void method left out.
 */
public final class Mutants implements Opcodes {
    private static final long TEST_MILLIS = 1000;
    private static final int ROUNDS = 3;

    private Mutants() {
    }

    /** Lines that were reached. */
    public static final class Probe {
        static final Map<Integer, Boolean> lines = new ConcurrentHashMap<>();

        private Probe() {
        }

        public static void hit(int line) {
            lines.put(line, true);
        }
    }

    // ---- Mutating: mutant number n of a method, if there are so many ----

    private static final int[][] SWAPS = {{IADD, ISUB}, {LADD, LSUB}, {FADD, FSUB}, {DADD, DSUB}, {IMUL, IDIV},
        {LMUL, LDIV}, {FMUL, FDIV}, {DMUL, DDIV}, {IREM, IMUL}, {LREM, LMUL}, {IAND, IOR}, {LAND, LOR}, {IXOR, IAND},
        {LXOR, LAND}, {ISHL, ISHR}, {LSHL, LSHR}, {IUSHR, ISHL}, {LUSHR, LSHL}};
    private static final int[][] BOUNDS = {{IFLT, IFLE}, {IFGT, IFGE}, {IF_ICMPLT, IF_ICMPLE}, {IF_ICMPGT, IF_ICMPGE}};

    private static int swapped(int[][] pairs, int op, boolean bothWays) {
        for (int[] p : pairs) {
            if (p[0] == op) return p[1];
            if (bothWays && p[1] == op) return p[0];
        }
        return -1;
    }

    /** Replaces the instruction; false: there is no such mutant of it. */
    private static boolean mutate(MethodNode m, AbstractInsnNode i, int kind) {
        int op = i.getOpcode();
        if (i instanceof JumpInsnNode && op != GOTO && op != JSR) {
            boolean nulls = op == IFNULL || op == IFNONNULL;
            int other = kind == 0 ? nulls ? op ^ 1 : ((op + 1) ^ 1) - 1 : kind == 1 ? swapped(BOUNDS, op, true) : -1;
            if (other < 0) return false;
            ((JumpInsnNode) i).setOpcode(other);
            return true;
        }
        if (kind > 0) return false;
        int other = swapped(SWAPS, op, true);
        if (other >= 0) {
            m.instructions.set(i, new InsnNode(other));
            return true;
        }
        if (i instanceof IincInsnNode) {
            ((IincInsnNode) i).incr = -((IincInsnNode) i).incr;
            return true;
        }
        return mutateReturn(m, i) || leaveOut(m, i);
    }

    private static boolean mutateReturn(MethodNode m, AbstractInsnNode i) {
        boolean truth = Type.getReturnType(m.desc) == Type.BOOLEAN_TYPE;
        int[] before;
        switch (i.getOpcode()) {
        case IRETURN: before = new int[] {ICONST_1, truth ? IXOR : IADD}; break;
        case LRETURN: before = new int[] {LCONST_1, LADD}; break;
        case FRETURN: before = new int[] {FCONST_1, FADD}; break;
        case DRETURN: before = new int[] {DCONST_1, DADD}; break;
        case ARETURN: before = new int[] {POP, ACONST_NULL}; break;
        default: return false;
        }
        for (int op : before) m.instructions.insertBefore(i, new InsnNode(op));
        return true;
    }

    private static boolean leaveOut(MethodNode m, AbstractInsnNode i) {
        if (!(i instanceof MethodInsnNode)) return false;
        MethodInsnNode call = (MethodInsnNode) i;
        if (Type.getReturnType(call.desc) != Type.VOID_TYPE || call.name.startsWith("<")) return false;
        Type[] types = Type.getArgumentTypes(call.desc);
        for (int k = types.length - 1; k >= 0; k--)
            m.instructions.insertBefore(i, new InsnNode(types[k].getSize() == 2 ? POP2 : POP));
        if (i.getOpcode() != INVOKESTATIC) m.instructions.insertBefore(i, new InsnNode(POP));
        m.instructions.remove(i);
        return true;
    }

    private static boolean isMutated(MethodNode m) {
        return (m.access & (ACC_SYNTHETIC | ACC_BRIDGE)) == 0 && !m.name.equals("<clinit>");
    }

    /** Of method number `method` the instruction `at`; null: there is no such mutant on a covered line. */
    private static byte[] mutant(byte[] original, int method, int at, int kind) {
        ClassNode c = new ClassNode();
        new ClassReader(original).accept(c, 0);
        MethodNode m = c.methods.get(method);
        int line = 0;
        AbstractInsnNode found = m.instructions.get(at);
        for (AbstractInsnNode i = m.instructions.getFirst(); i != found; i = i.getNext())
            if (i instanceof LineNumberNode) line = ((LineNumberNode) i).line;
        if (!Probe.lines.containsKey(line) || !mutate(m, found, kind)) return null;
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.accept(w);
        return w.toByteArray();
    }

    /** Each line tells when it is reached: before its first instruction, behind the frame there. */
    private static byte[] probed(byte[] original) {
        ClassNode c = new ClassNode();
        new ClassReader(original).accept(c, 0);
        for (MethodNode m : c.methods)
            for (AbstractInsnNode i : m.instructions.toArray()) {
                if (!(i instanceof LineNumberNode)) continue;
                AbstractInsnNode first = i;
                while (first.getOpcode() < 0) first = first.getNext();
                m.instructions.insertBefore(first, new LdcInsnNode(((LineNumberNode) i).line));
                m.instructions.insertBefore(first, new MethodInsnNode(INVOKESTATIC, "Mutants$Probe", "hit", "(I)V"));
            }
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        c.accept(w);
        return w.toByteArray();
    }

    // ---- Running ----

    /** Defines all that is no JDK's or JUnit's anew, one class by other bytes. */
    private static final class Loader extends ClassLoader {
        private static final Map<String, byte[]> CACHE = new HashMap<>();
        private final URLClassLoader path;
        private final String changed;
        private final byte[] bytes;

        Loader(URLClassLoader path, String changed, byte[] bytes) {
            super(Mutants.class.getClassLoader());
            this.path = path;
            this.changed = changed;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) return c;
                byte[] b = name.equals(changed) ? bytes : read(path, name);
                return b == null ? super.loadClass(name, resolve) : defineClass(name, b, 0, b.length);
            }
        }

        static synchronized byte[] read(URLClassLoader path, String name) {
            if (CACHE.containsKey(name)) return CACHE.get(name);
            byte[] found = null;
            URL url = path.findResource(name.replace('.', '/') + ".class");
            if (url != null) {
                try (InputStream in = url.openStream()) {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    in.transferTo(out);
                    found = out.toByteArray();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            CACHE.put(name, found);
            return found;
        }
    }

    private static boolean isMarked(Method m, String annotation) {
        for (Annotation a : m.getAnnotations())
            if (a.annotationType().getSimpleName().equals(annotation)) return true;
        return false;
    }

    private static void invoke(Method m, Object on) throws ReflectiveOperationException {
        m.setAccessible(true);
        m.invoke(on);
    }

    private static boolean passes(Class<?> c, Method test) {
        boolean[] good = {false};
        Thread t = new Thread(() -> {
            try {
                Constructor<?> constructor = c.getDeclaredConstructor();
                constructor.setAccessible(true);
                Object o = constructor.newInstance();
                for (Method m : c.getDeclaredMethods())
                    if (isMarked(m, "BeforeEach")) invoke(m, o);
                invoke(test, o);
                good[0] = true;
            } catch (Throwable e) {
                good[0] = false;
            }
        });
        t.setDaemon(true);
        t.setContextClassLoader(c.getClassLoader());
        t.start();
        try {
            t.join(TEST_MILLIS);
            if (t.isAlive()) t.stop();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return good[0];
    }

    private static List<Method> tests(List<String> suite, Loader loader) throws Exception {
        List<Method> all = new ArrayList<>();
        for (String name : suite)
            for (Method m : loader.loadClass(name).getDeclaredMethods())
                if (isMarked(m, "Test") && !m.getName().contains("_neverEnds")) all.add(m);
        all.sort(Comparator.comparing(Method::toString));
        return all;
    }

    /** Whether all pass. */
    private static boolean run(List<String> suite, Loader loader) throws Exception {
        for (Method m : tests(suite, loader))
            if (!passes(m.getDeclaringClass(), m)) return false;
        return true;
    }

    /** Numbers of tests and of those that fail once in several rounds, which share their statics and shuffle. */
    private static int[] last(List<String> suite, Loader loader) throws Exception {
        List<Method> all = tests(suite, loader);
        Set<String> failed = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (Method m : all)
                if (!passes(m.getDeclaringClass(), m)) failed.add(m.toString());
            Collections.shuffle(all, new Random(round));
        }
        return new int[] {all.size(), failed.size()};
    }

    private static List<String> classes(Path dir) throws IOException {
        try (Stream<Path> all = Files.walk(dir)) {
            return all.map(p -> dir.relativize(p).toString()).filter(s -> s.endsWith("Test.class"))
                    .map(s -> s.substring(0, s.length() - 6).replace('/', '.')).sorted().collect(Collectors.toList());
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String s : (arguments[0] + ":" + arguments[1]).split(":")) urls.add(Paths.get(s).toUri().toURL());
        URLClassLoader path = new URLClassLoader(urls.toArray(new URL[0]), null);
        List<String> suite = classes(Paths.get(arguments[0]));
        String name = arguments[2];
        byte[] original = Loader.read(path, name);
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        System.setErr(System.out);
        int[] n = last(suite, new Loader(path, name, probed(original)));
        ClassNode c = new ClassNode();
        new ClassReader(original).accept(c, 0);
        int mutants = 0, killed = 0;
        for (int m = 0; m < c.methods.size(); m++)
            for (int at = 0; isMutated(c.methods.get(m)) && at < c.methods.get(m).instructions.size(); at++)
                for (int kind = 0; kind < 2; kind++) {
                    byte[] b = mutant(original, m, at, kind);
                    if (b == null) continue;
                    boolean dead = !run(suite, new Loader(path, name, b));
                    mutants++;
                    killed += dead ? 1 : 0;
                    if (arguments.length > 3 && !dead) out.println("  lives: " + c.methods.get(m).name + " " + at + " " + kind);
                }
        out.println(n[0] + " " + n[1] + " " + Probe.lines.size() + " " + mutants + " " + killed);
        out.flush();
        Runtime.getRuntime().halt(0);
    }
}
