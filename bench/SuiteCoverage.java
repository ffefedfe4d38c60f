// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.instr.Instrumenter;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Line and branch coverage of generated suites by JaCoCo's probes and analysis, for classes of the JDK as well.
 *
 * <p>JaCoCo's agent meets java.util's classes when they are loaded already, and its probes need a bootstrap method, which a JVM
 * that is only starting cannot run. So the classes are instrumented beforehand, take their probes from a class without any needs of its
 * own (BootProbes.java), and stand before the JDK's by --patch-module.
 *
 * <ul>
 * <li>instrument DIR CLASSPATH TARGET...: writes the instrumented classes to DIR/jdk or DIR/user
 * <li>report SUITE-CLASSES CLASSPATH TARGET...: runs the tests, and prints for each target: lines, branches (covered/all), the same with its
 * nested classes, tests, failed tests
 * </ul>
 * A target is CLASS or CLASS#METHOD; classes that are not the JDK's are looked for in CLASSPATH.
 */
public final class SuiteCoverage {
    private static final String PROBES = "java/util/BootProbes";

    private SuiteCoverage() {
    }

    private static String classOf(String target) {
        int hash = target.indexOf('#');
        return hash < 0 ? target : target.substring(0, hash);
    }

    // ---- The classes of a target: itself and those nested in it ----

    private static String classPath; // of the code under test, as it was compiled

    private static Path home(String name) throws IOException {
        String file = name.replace('.', '/') + ".class";
        Path jdk = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/" + file);
        if (Files.exists(jdk)) return jdk;
        for (String entry : classPath.split(File.pathSeparator))
            if (Files.exists(Paths.get(entry, file))) return Paths.get(entry, file);
        throw new IOException("no class " + name);
    }

    private static List<Path> classFiles(String target) throws IOException {
        Path main = home(classOf(target));
        String base = main.getFileName().toString().replace(".class", "");
        List<Path> out = new ArrayList<>();
        try (Stream<Path> all = Files.list(main.getParent())) {
            all.filter(p -> {
                String name = p.getFileName().toString();
                return name.equals(base + ".class") || name.startsWith(base + "$") && name.endsWith(".class");
            }).sorted().forEach(out::add);
        }
        return out;
    }

    // ---- Instrumentation ----

    /** Takes the probes by a plain call. What a class does when it is initialised, for the JVM itself, counts as well. */
    private static byte[] withoutBootstrap(byte[] instrumented, long id) {
        ClassReader reader = new ClassReader(instrumented);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
                if (name.equals("$jacocoInit")) return null;
                boolean initializer = name.equals("<clinit>");
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, type, signature, thrown)) {
                    @Override
                    public void visitLdcInsn(Object value) {
                        if (!(value instanceof ConstantDynamic) || !((ConstantDynamic) value).getName().equals("$jacocoData")) {
                            super.visitLdcInsn(value);
                            return;
                        }
                        super.visitLdcInsn(id);
                        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, initializer ? "always" : "whileOn", "(J)[Z", false);
                    }

                    @Override
                    public void visitMaxs(int stack, int locals) {
                        super.visitMaxs(stack + 2, locals);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    private static void instrument(Path dir, String target) throws IOException {
        Instrumenter instrumenter = new Instrumenter((id, name, count, mv) -> {
            mv.visitLdcInsn(id);
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROBES, "whileOn", "(J)[Z", false);
            return 2;
        });
        for (Path file : classFiles(target)) {
            byte[] original = Files.readAllBytes(file);
            ClassReader reader = new ClassReader(original);
            if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) continue;
            byte[] bytes = instrumenter.instrument(original, file.toString());
            String part = file.getFileSystem() == FileSystems.getDefault() ? "user/" : "jdk/";
            Path out = dir.resolve(part + reader.getClassName() + ".class");
            Files.createDirectories(out.getParent());
            Files.write(out, withoutBootstrap(bytes, org.jacoco.core.internal.data.CRC64.classId(original)));
        }
    }

    // ---- Running ----

    private static int tests;
    private static int failed;

    private static boolean isTest(Method m) {
        for (Annotation a : m.getAnnotations())
            if (a.annotationType().getSimpleName().equals("Test")) return true;
        return false;
    }

    private static Throwable once(Method m, Method begin, Method end, boolean count) throws Exception {
        Object test = m.getDeclaringClass().getConstructor().newInstance();
        try {
            if (count) begin.invoke(null);
            m.invoke(test);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } finally {
            end.invoke(null);
        }
    }

    /** Twice: what the loading of classes needs is not the suite's doing. */
    private static void runAll(Path suite) throws Exception {
        Class<?> probes = Class.forName("java.util.BootProbes");
        Method begin = probes.getMethod("begin"), end = probes.getMethod("end");
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(suite)) {
            all.filter(p -> p.toString().endsWith("Test.class")).sorted().forEach(files::add);
        }
        for (Path file : files) {
            String name = suite.relativize(file).toString().replace(".class", "").replace(File.separatorChar, '.');
            for (Method m : Class.forName(name).getMethods()) {
                if (!isTest(m)) continue;
                once(m, begin, end, false);
                Throwable thrown = once(m, begin, end, true);
                tests++;
                if (thrown == null) continue;
                failed++;
                System.err.println(name + "." + m.getName() + ": " + thrown);
            }
        }
    }

    // ---- Reporting ----

    private static final class Sum {
        int covered;
        int all;

        void add(ICounter c) {
            covered += c.getCoveredCount();
            all += c.getTotalCount();
        }

        @Override
        public String toString() {
            return covered + "/" + all;
        }
    }

    private static void report(String target, ExecutionDataStore data) throws IOException {
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(data, builder);
        for (Path file : classFiles(target))
            try (InputStream in = Files.newInputStream(file)) {
                analyzer.analyzeClass(in, file.toString());
            }
        Sum lines = new Sum(), branches = new Sum(), allLines = new Sum(), allBranches = new Sum();
        String main = classOf(target).replace('.', '/'), method = target.substring(classOf(target).length());
        for (IClassCoverage c : builder.getClasses()) {
            Collection<IMethodCoverage> methods = c.getMethods();
            for (IMethodCoverage m : methods) {
                if (!method.isEmpty() && !m.getName().equals(method.substring(1))) continue;
                allLines.add(m.getLineCounter());
                allBranches.add(m.getBranchCounter());
                if (!c.getName().equals(main)) continue;
                lines.add(m.getLineCounter());
                branches.add(m.getBranchCounter());
            }
        }
        System.out.println(target + " " + lines + " " + branches + " " + allLines + " " + allBranches + " " + tests + " " + failed);
    }

    private static ExecutionDataStore collect(List<String> targets) throws Exception {
        ExecutionDataStore store = new ExecutionDataStore();
        Method get = Class.forName("java.util.BootProbes").getMethod("always", long.class);
        for (String target : targets)
            for (Path file : classFiles(target)) {
                byte[] original = Files.readAllBytes(file);
                long id = org.jacoco.core.internal.data.CRC64.classId(original);
                int[] count = {0};
                try {
                    new Instrumenter((i, name, n, mv) -> {
                        count[0] = n;
                        return 0;
                    }).instrument(original, "");
                } catch (IOException e) {
                    continue; // an interface without code
                }
                boolean[] hit = new boolean[count[0]];
                System.arraycopy((boolean[]) get.invoke(null, id), 0, hit, 0, hit.length);
                store.put(new ExecutionData(id, new ClassReader(original).getClassName(), hit));
            }
        return store;
    }

    public static void main(String[] args) throws Exception {
        List<String> targets = List.of(args).subList(3, args.length);
        classPath = args[2];
        if (args[0].equals("instrument")) {
            for (String target : targets) instrument(Paths.get(args[1]), target);
            return;
        }
        runAll(Paths.get(args[1]));
        ExecutionDataStore data = collect(targets);
        for (String target : targets) report(target, data);
    }
}
