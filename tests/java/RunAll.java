// SPDX-License-Identifier: Apache-2.0
// java RunAll.java DIR CLASSES..: runs the main methods of classes in DIR, writes what each prints to DIR/CLASS.expected. Before, it makes
// the class ComputedConstants there, by the JDK's own ASM (--add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED).
import static jdk.internal.org.objectweb.asm.Opcodes.*;

import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.ConstantDynamic;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Type;

class RunAll {
    static final String HEAD = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
    static final String OBJECT = "Ljava/lang/Object;", STRING = "Ljava/lang/String;", JDK = "java/lang/invoke/ConstantBootstraps";

    static ConstantDynamic constant(String owner, String method, String rest, String name, String type, Object... more) {
        return new ConstantDynamic(name, type, new Handle(H_INVOKESTATIC, owner, method, HEAD + rest, false), more);
    }

    // A class whose apply(i) gives the i-th constant.
    static byte[] computedConstants() {
        String clazz = "Ljava/lang/Class;";
        Handle site = new Handle(H_INVOKESTATIC, "Computed", "site", HEAD + "Ljava/lang/invoke/MethodType;" + STRING + ")Ljava/lang/invoke/CallSite;", false);
        Handle abs = new Handle(H_INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
        ConstantDynamic number = constant("Computed", "number", clazz + ")I", "x", "I");
        Object[] constants = {
            constant("Computed", "text", clazz + "I" + STRING + ")" + STRING, "name", STRING, 7, "seven"),
            number,
            constant("Computed", "many", clazz + "[" + OBJECT + ")" + OBJECT, "all", OBJECT, 1, 2L, 3f, 4d, "five", Type.getObjectType("java/lang/String"), number),
            constant("Computed", "many", clazz + "[" + OBJECT + ")" + OBJECT, "none", OBJECT),
            null, // a call site
            constant("Computed", "fresh", clazz + ")" + OBJECT, "object", OBJECT),
            constant(JDK, "nullConstant", clazz + ")" + OBJECT, "null", STRING),
            constant(JDK, "enumConstant", clazz + ")Ljava/lang/Enum;", "GREEN", "LComputed$Color;"),
            abs,
            Type.getMethodType("(I[J)Ljava/lang/String;"),
            constant(JDK, "primitiveClass", clazz + ")" + clazz, "J", clazz),
            constant(JDK, "invoke", clazz + "Ljava/lang/invoke/MethodHandle;[" + OBJECT + ")" + OBJECT, "invoked", "I", abs, -5),
        };
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS);
        w.visit(V11, ACC_PUBLIC, "ComputedConstants", null, "java/lang/Object", new String[] {"java/util/function/IntFunction"});
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
        m = w.visitMethod(ACC_PUBLIC, "apply", "(I)" + OBJECT, null, null);
        Label[] labels = new Label[constants.length];
        for (int i = 0; i < labels.length; i++) labels[i] = new Label();
        m.visitVarInsn(ILOAD, 1);
        m.visitTableSwitchInsn(0, labels.length - 1, labels[0], labels);
        for (int i = 0; i < labels.length; i++) {
            m.visitLabel(labels[i]);
            if (constants[i] == null) {
                m.visitLdcInsn("argument");
                m.visitInvokeDynamicInsn("linked", "(" + OBJECT + ")" + OBJECT, site, "!");
            } else {
                m.visitLdcInsn(constants[i]);
                if (constants[i] instanceof ConstantDynamic && ((ConstantDynamic) constants[i]).getDescriptor().equals("I"))
                    m.visitMethodInsn(INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
            }
            m.visitInsn(ARETURN);
        }
        m.visitMaxs(0, 0);
        return w.toByteArray();
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        Files.write(new File(args[0], "ComputedConstants.class").toPath(), computedConstants());
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
