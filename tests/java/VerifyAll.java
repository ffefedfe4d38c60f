// SPDX-License-Identifier: Apache-2.0
// The JVM's word on class files: for each class in a file of {u4 size, bytes} it prints "ok", or why the class was refused
// when it was linked. Class k is called C<k>.
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.BufferedInputStream;

public class VerifyAll {
    static class Loader extends ClassLoader {
        Class<?> define(byte[] b) {
            return defineClass(null, b, 0, b.length);
        }
    }

    public static void main(String[] args) throws Exception {
        StringBuilder out = new StringBuilder();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
            while (in.available() > 0) {
                byte[] b = new byte[in.readInt()];
                in.readFully(b);
                try {
                    Class<?> c = new Loader().define(b);
                    Class.forName(c.getName(), true, c.getClassLoader());
                    out.append("ok\n");
                } catch (LinkageError e) {
                    out.append(e.getClass().getSimpleName()).append(": ").append(("" + e.getMessage()).split("\n")[0]).append('\n');
                }
            }
        }
        System.out.print(out);
    }
}
