// SPDX-License-Identifier: Apache-2.0
package frisk.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles and runs generated tests for frisk, by command, until its standard input ends.
 *
 * <p>Commands and files are sequences of texts, each a length (four bytes, big end first) and UTF-8. A command is its
 * name and the file for the answer, followed by:
 * <ul>
 * <li>compile: the file with javac's options and sources, the file for its messages. The answer: javac's exit status, or
 * "none" if there is no compiler.
 * <li>run: the file with the request, the file for the results, the number of the first test to run, and "shared" if
 * all tests are to share one class loader, as they do under JUnit. The answer: "good", or "stop" if this JVM is of no
 * more use since something of a test goes on and on. What does not end by itself is stopped where the JDK can.
 * <li>surroundings: nothing. The answer: what the code under test finds on this machine, names and values, each with a
 * NUL behind it: the JVM's first properties; those that begin with "frisk." are defaults that are none.
 * </ul>
 * The answer is in its file when a line feed comes on standard output; any other byte there is a sign of life.
 *
 * <p>The request: milliseconds per test; milliseconds after which no more tests are begun, 0 if all are; number of
 * class path entries, the entries; number of tests, for each its class, its method, the class and the method under test.
 * A result is: number of the test and "begin"; or number of the test, status, class of what was thrown, message, value compared, "1" if the unit was on the
 * stack, the frame in the unit's class (class, method, file, line), number of frames, the frames, number of
 * assertions that were reached, number of assertions that the test can make (see FriskWitness), for each the number of
 * the object that it is of, and its text. Each is written at once, so that whatever a test does, those before it are
 * known. Each test has a class loader, unless shared, and a thread of its own.
 *
 * <p>What cannot be stopped or ends the JVM (System.exit) costs the JVM: frisk starts another one behind that test.
 */
public final class FriskReplay {
    private static final int MAX_FRAMES = 64;
    private static final int MAX_TEXT = 2000;

    private static final int STOP_MILLIS = 300;
    private static final int LEAST_MILLIS = 1000; // for a test, however little time there is for all
    private static final int GRACE = 50; // milliseconds for threads that were interrupted
    private static final int COMPILER_STACK = 64 << 20; // for deeply nested expressions

    private static final OutputStream PULSE = new FileOutputStream(FileDescriptor.out);
    private static final Surroundings FIRST = new Surroundings();
    private static String resultFile; // these three are guarded by the class
    private static List<Test> tests;
    private static int running = -1;

    private FriskReplay() {
    }

    /** What a test may change of the JVM, as it was when the JVM started. */
    private static final class Surroundings {
        final Properties properties = (Properties) System.getProperties().clone();
        final Locale locale = Locale.getDefault();
        final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        final Locale format = Locale.getDefault(Locale.Category.FORMAT);

        void restore() {
            System.setProperties((Properties) properties.clone());
            restoreLocale();
            TimeZone.setDefault(null); // asked for anew, by whoever comes first
        }

        void restoreLocale() {
            Locale.setDefault(locale);
            Locale.setDefault(Locale.Category.DISPLAY, display);
            Locale.setDefault(Locale.Category.FORMAT, format);
        }

        private void add(StringBuilder out, String name, String value) {
            out.append(name).append('\0').append(value).append('\0');
        }

        String text() {
            StringBuilder out = new StringBuilder();
            for (String name : properties.stringPropertyNames()) add(out, name, properties.getProperty(name));
            add(out, "frisk.processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
            add(out, "frisk.locale", locale.toString());
            add(out, "frisk.charset", Charset.defaultCharset().name());
            add(out, "frisk.zone", TimeZone.getDefault().getID());
            restore();
            return out.toString();
        }
    }

    // ---- Messages ----

    private static String readText(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        String s = text == null ? "" : text;
        if (s.length() > MAX_TEXT) s = s.substring(0, MAX_TEXT) + "...";
        byte[] bytes = s.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The first report of a test counts. */
    private static synchronized void write(int test, List<String> report) {
        if (running != test) return;
        running = -1;
        append(test, report);
    }

    private static void append(int test, List<String> report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes);
                FileOutputStream file = new FileOutputStream(resultFile, true)) {
            writeText(out, Integer.toString(test));
            for (String s : report) writeText(out, s);
            file.write(bytes.toByteArray());
        } catch (IOException e) {
            Runtime.getRuntime().halt(9);
        }
    }

    private static synchronized void begin(int test) {
        running = test;
        append(test, Collections.singletonList("begin"));
    }

    // ---- What happened, as texts ----

    private static String outermost(String name) {
        int dollar = name.indexOf('$', name.lastIndexOf('.') + 2);
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    private static void addFrame(List<String> out, StackTraceElement f) {
        out.add(f == null ? "" : f.getClassName());
        out.add(f == null ? "" : f.getMethodName());
        out.add(f == null ? "" : f.getFileName());
        out.add(f == null || f.getLineNumber() < 0 ? "0" : Integer.toString(f.getLineNumber()));
    }

    /** Runs methods of the code under test (a getMessage of its own), so only in the test's thread. */
    private static List<String> report(String status, Throwable t, String value, StackTraceElement[] trace, Test test) {
        List<String> out = new ArrayList<>();
        out.add(status);
        out.add(t == null ? "" : t.getClass().getName());
        String message = null;
        StackTraceElement[] frames = trace;
        try {
            if (t != null) message = t.getMessage();
        } catch (Throwable e) {
            message = "(its getMessage throws " + e.getClass().getName() + ")";
        }
        try {
            if (t != null) frames = t.getStackTrace();
        } catch (Throwable e) {
            frames = null;
        }
        if (frames == null) frames = new StackTraceElement[0];
        out.add(message);
        out.add(value);
        boolean inUnit = false;
        StackTraceElement where = null;
        String home = outermost(test.unit);
        for (StackTraceElement f : frames) {
            if (where == null && outermost(f.getClassName()).equals(home)) where = f;
            inUnit |= f.getClassName().equals(test.unit) && f.getMethodName().equals(test.unitMethod);
        }
        out.add(inUnit ? "1" : "0");
        addFrame(out, where);
        int n = Math.min(frames.length, MAX_FRAMES);
        out.add(Integer.toString(n));
        for (int i = 0; i < n; i++) addFrame(out, frames[i]);
        out.add(Integer.toString(FriskAsserts.asserted));
        out.add(Integer.toString(test.checks.size() / 2));
        out.addAll(test.checks);
        return out;
    }

    private static void quote(StringBuilder out, String s, char quote) {
        FriskWitness.quote(out, s.length() > MAX_TEXT ? s.substring(0, MAX_TEXT) : s, quote);
    }

    private static void addValue(StringBuilder out, Object o) {
        if (o instanceof String) quote(out, (String) o, '"');
        else if (o instanceof Character) quote(out, o.toString(), '\'');
        else if (o instanceof Long) out.append(o).append('L');
        else if (o instanceof Float) out.append(o).append('f');
        else if (o == null || o instanceof Number && o.getClass().getName().startsWith("java.lang.")
                || o instanceof Boolean) out.append(o);
        else if (o.getClass().isArray()) addArray(out, o);
        else out.append("an object of ").append(o.getClass().getName());
    }

    private static void addArray(StringBuilder out, Object array) {
        Class<?> element = array.getClass().getComponentType();
        int n = java.lang.reflect.Array.getLength(array);
        if (!element.isPrimitive()) {
            out.append("an array of ").append(n).append(' ').append(element.getName());
            return;
        }
        out.append("new ").append(element.getName()).append("[] {");
        for (int i = 0; i < n && out.length() < MAX_TEXT; i++) {
            if (i > 0) out.append(", ");
            addValue(out, java.lang.reflect.Array.get(array, i));
        }
        out.append('}');
    }

    private static String valueText() {
        if (!FriskAsserts.compared) return "";
        StringBuilder out = new StringBuilder();
        addValue(out, FriskAsserts.actual);
        return out.toString();
    }

    // ---- Class loaders ----

    private static final class Found {
        final byte[] bytes;
        final ProtectionDomain domain;

        Found(byte[] bytes, ProtectionDomain domain) {
            this.bytes = bytes;
            this.domain = domain;
        }
    }

    /** The class path of one request, and what was read from it. */
    private static final class Source {
        final URLClassLoader path;
        final ConcurrentHashMap<String, Found> found = new ConcurrentHashMap<>();
        final ConcurrentHashMap<String, ProtectionDomain> domains = new ConcurrentHashMap<>();

        Source(URL[] path) {
            this.path = new URLClassLoader(path, null);
        }
    }

    /** Defines the classes of the class path anew: their statics are those of one test. */
    private static final class FreshLoader extends ClassLoader {
        private final Source source;

        FreshLoader(Source source) {
            super(ClassLoader.getSystemClassLoader().getParent()); // the JDK's own classes
            this.source = source;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> c = findLoadedClass(name);
                if (c != null) return c;
                if (name.startsWith("frisk.replay.")) return FriskReplay.class.getClassLoader().loadClass(name);
                if (source.found.containsKey(name)) return findClass(name);
                try {
                    return getParent().loadClass(name);
                } catch (ClassNotFoundException e) {
                    return findClass(name);
                }
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Found f = source.found.get(name);
            if (f == null) {
                f = find(name);
                source.found.put(name, f);
            }
            return defineClass(name, f.bytes, 0, f.bytes.length, f.domain);
        }

        private Found find(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/') + ".class";
            URL url = source.path.findResource(path);
            if (url == null) throw new ClassNotFoundException(name);
            try (InputStream in = url.openStream()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                byte[] block = new byte[8192];
                for (int n; (n = in.read(block)) > 0;) out.write(block, 0, n);
                return new Found(out.toByteArray(), domain(url, path));
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private ProtectionDomain domain(URL url, String path) throws MalformedURLException {
            String text = url.toString();
            int bang = text.indexOf("!/");
            String base = bang > 0 && text.startsWith("jar:") ? text.substring(4, bang)
                    : text.substring(0, Math.max(0, text.length() - path.length()));
            ProtectionDomain known = source.domains.get(base);
            if (known != null) return known;
            ProtectionDomain made = new ProtectionDomain(new CodeSource(new URL(base), (Certificate[]) null), null);
            source.domains.put(base, made);
            return made;
        }

        @Override
        protected URL findResource(String name) {
            return source.path.findResource(name);
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws IOException {
            return source.path.findResources(name);
        }
    }

    // ---- One test ----

    private static final class Test implements Runnable {
        String type;
        String method;
        String unit;
        String unitMethod;
        List<String> checks = Collections.emptyList(); // see FriskWitness; only its own thread sets it
        volatile List<String> report;

        @Override
        public void run() {
            try {
                report = attempt();
            } catch (Throwable t) { // out of memory or stack while reporting
                report = minimal(t);
            }
        }

        private List<String> minimal(Throwable t) {
            return report("trouble", new Error(t.getClass().getName()), "", null, this);
        }

        private List<String> attempt() throws Throwable {
            Throwable escaped = null;
            Class<?> c = Class.forName(type, true, Thread.currentThread().getContextClassLoader());
            try {
                Object o = c.getDeclaredConstructor().newInstance();
                for (Method before : c.getDeclaredMethods())
                    if (before.getName().equals("restoreStatics")) before.invoke(o);
                Method m = c.getDeclaredMethod(method);
                m.setAccessible(true);
                m.invoke(o);
            } catch (InvocationTargetException e) {
                escaped = e.getCause();
            }
            if (FriskAsserts.endless != null)
                return report("endless", null, "", FriskAsserts.endless, this);
            if (FriskAsserts.thrown != null && !FriskAsserts.differs) {
                report = report("threw", FriskAsserts.thrown, "", null, this);
                checks = FriskWitness.checksOf(FriskAsserts.thrown, Thread.currentThread().getContextClassLoader());
                return report("threw", FriskAsserts.thrown, "", null, this);
            }
            if (escaped instanceof FriskAsserts.Failed)
                return report(FriskAsserts.differs ? "differs" : "returned", null, valueText(), null, this);
            if (escaped != null) return report("escaped", escaped, "", null, this);
            report = report("passed", null, valueText(), null, this); // should a getter never end
            checks = FriskWitness.checks(c);
            return report("passed", null, valueText(), null, this);
        }
    }

    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int b) {
        }

        @Override
        public void write(byte[] b, int from, int n) {
        }
    }

    private static void silence() {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new PrintStream(new Nowhere()));
        System.setErr(new PrintStream(new Nowhere()));
    }

    /** Thread.stop, of JDKs that have it: what was interrupted in vain ends, but for code that catches everything. */
    private static void stop(ThreadGroup group) throws InterruptedException {
        Thread[] threads = new Thread[16];
        int n = group.enumerate(threads);
        for (int i = 0; i < n; i++) {
            try {
                Thread.class.getMethod("stop").invoke(threads[i]);
            } catch (ReflectiveOperationException e) {
                return;
            }
        }
        for (int i = 0; i < n; i++) threads[i].join(STOP_MILLIS);
    }

    /** False: the test goes on and on, so this JVM is of no more use. */
    private static boolean run(int number, Test test, ThreadGroup group, ClassLoader loader, long milliseconds)
            throws InterruptedException {
        silence();
        FriskAsserts.reset();
        FriskWitness.reset();
        Thread thread = new Thread(group, test, "main");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        begin(number);
        thread.start();
        thread.join(milliseconds);
        List<String> report = test.report;
        StackTraceElement[] hanging = report == null ? thread.getStackTrace() : null;
        if (report == null) report = report("timeout", null, "", hanging, test);
        write(number, report);
        test.report = null;
        group.interrupt();
        if (hanging != null) thread.join(100);
        if (hanging != null || FriskAsserts.endless != null) stop(group);
        FIRST.restore();
        return !thread.isAlive();
    }

    // ---- Commands ----

    private static Source readRequest(String file, List<Test> tests, long[] milliseconds) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
            for (int i = 0; i < milliseconds.length; i++) milliseconds[i] = Long.parseLong(readText(in));
            URL[] path = new URL[Integer.parseInt(readText(in))];
            for (int i = 0; i < path.length; i++) path[i] = Paths.get(readText(in)).toUri().toURL();
            for (int n = Integer.parseInt(readText(in)); n > 0; n--) {
                Test t = new Test();
                t.type = readText(in);
                t.method = readText(in);
                t.unit = readText(in);
                t.unitMethod = readText(in);
                tests.add(t);
            }
            return new Source(path);
        }
    }

    private static synchronized void announce(String results, List<Test> coming) {
        resultFile = results;
        tests = coming;
    }

    private static synchronized void writeExit() {
        if (running >= 0) write(running, report("exit", null, "", null, tests.get(running)));
    }

    private static boolean isAnyAlive(List<ThreadGroup> groups) {
        for (ThreadGroup g : groups)
            if (g.activeCount() > 0) return true;
        return false;
    }

    private static String run(String request, String results, int first, boolean shared) throws Exception {
        List<Test> all = new ArrayList<>();
        List<ThreadGroup> groups = new ArrayList<>();
        long[] milliseconds = new long[2]; // of a test, of all
        Source source = readRequest(request, all, milliseconds);
        announce(results, all);
        ClassLoader loader = null;
        boolean good = true;
        long begun = System.nanoTime(), most = milliseconds[1], each = milliseconds[0];
        if (most > 0) each = Math.min(each, Math.max(most, LEAST_MILLIS));
        for (int i = first; good && i < all.size(); i++) {
            if (most > 0 && i > first && System.nanoTime() - begun > most * 1000000) break;
            PULSE.write('.');
            if (loader == null || !shared) loader = new FreshLoader(source);
            ThreadGroup group = new ThreadGroup("test");
            good = run(i, all.get(i), group, loader, each);
            if (group.activeCount() > 0) groups.add(group);
        }
        for (int i = 0; good && i < GRACE && isAnyAlive(groups); i++) Thread.sleep(1);
        good = good && !isAnyAlive(groups);
        source.path.close();
        return good ? "good" : "stop";
    }

    private static String compile(String options, String messages) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) return "none";
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int[] status = {-1};
        Thread thread = new Thread(null, () -> status[0] = compiler.run(null, said, said, "@" + options), "javac",
                COMPILER_STACK);
        Locale.setDefault(Locale.ENGLISH); // its messages are read
        thread.start();
        thread.join();
        FIRST.restoreLocale();
        if (!messages.isEmpty()) Files.write(Paths.get(messages), said.toByteArray());
        return Integer.toString(status[0]);
    }

    private static void answer(String file, String text) throws IOException {
        Path whole = Paths.get(file), part = Paths.get(file + ".part");
        Files.write(part, text.getBytes(StandardCharsets.UTF_8));
        Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        PULSE.write('\n');
    }

    private static void serve(DataInputStream in) throws Exception {
        for (;;) {
            String name = readText(in);
            String file = readText(in);
            silence();
            if (name.equals("compile")) answer(file, compile(readText(in), readText(in)));
            else if (name.equals("surroundings")) answer(file, FIRST.text());
            else answer(file, run(readText(in), readText(in), Integer.parseInt(readText(in)), !readText(in).isEmpty()));
        }
    }

    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(FriskReplay::writeExit));
        try {
            serve(new DataInputStream(new FileInputStream(FileDescriptor.in)));
        } catch (EOFException e) { // frisk is through, or gone
            Runtime.getRuntime().halt(0);
        } catch (Throwable e) {
            Runtime.getRuntime().halt(9);
        }
    }
}
