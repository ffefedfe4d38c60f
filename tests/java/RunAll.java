// SPDX-License-Identifier: Apache-2.0
// java RunAll.java DIR CLASSES..: runs the main methods of classes in DIR, writes what each prints to DIR/CLASS.expected.
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

class RunAll {
    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        URLClassLoader loader = new URLClassLoader(new URL[] {new File(args[0]).toURI().toURL()});
        loader.setDefaultAssertionStatus(true);
        Thread.currentThread().setContextClassLoader(loader);
        for (int i = 1; i < args.length; i++) {
            try (PrintStream file = new PrintStream(new File(args[0], args[i] + ".expected"), "UTF-8")) {
                System.setOut(file);
                loader.loadClass(args[i]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                System.out.println("uncaught " + e.getCause());
            }
        }
        System.setOut(out);
    }
}
