// SPDX-License-Identifier: Apache-2.0
public class Objects1 {
    enum Op {
        ADD("+") {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MUL("*") {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    interface Named {
        String name();

        default String greet() {
            return "hello " + name() + suffix();
        }

        private String suffix() {
            return "!";
        }

        static Named of(String n) {
            return new Named() {
                @Override
                public String name() {
                    return n;
                }
            };
        }
    }

    static abstract class Animal implements Named {
        static int count;
        protected final String name;

        {
            count++;
            log("init " + describe());
        }

        Animal(String name) {
            this.name = name;
            log("construct " + describe());
        }

        abstract String describe();

        @Override
        public String name() {
            return name;
        }
    }

    static class Dog extends Animal {
        int age = 3;

        Dog(String name) {
            super(name);
            log("dog " + describe());
        }

        @Override
        String describe() {
            return name + ":" + age;
        }

        class Tag {
            String text() {
                return name + "'s tag " + age;
            }
        }
    }

    static class Lazy {
        static {
            log("Lazy is initialised");
        }

        static final int CONSTANT = 5;
        static final Integer BOXED = 6;

        static void touch() {
        }
    }

    static class Bad {
        static int value = 1 / Integer.parseInt("0");
    }

    static class Node implements Cloneable {
        int v;
        int[] data = {1, 2};
        Node next;

        @Override
        public Node clone() throws CloneNotSupportedException {
            return (Node) super.clone();
        }
    }

    static void log(String s) {
        System.out.println(s);
    }

    static String kind(Object o) {
        if (o instanceof Integer i && i > 3) return "big " + i;
        if (o instanceof String s) return "string " + s.length();
        return "other";
    }

    static int onString(String s) {
        switch (s) {
            case "one": return 1;
            case "two":
            case "Aa": return 2;
            case "BB": return 3;
            default: return -1;
        }
    }

    static String onEnum(Op op) {
        return switch (op) {
            case ADD -> "sum";
            case MUL -> {
                String p = "pro";
                yield p + "duct";
            }
        };
    }

    static int varargs(int... n) {
        return n.length;
    }

    public static void main(String[] args) throws Exception {
        for (Op op : Op.values()) System.out.println(op + " " + op.sign + " " + op.apply(3, 4) + " " + op.ordinal() + " " + onEnum(op) + " " + op.getClass() + " " + op.getDeclaringClass());
        System.out.println(Op.valueOf("ADD") == Op.ADD);
        try {
            Op.valueOf("SUB");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Named.of("x").greet());
        Dog dog = new Dog("rex");
        Dog.Tag tag = dog.new Tag();
        System.out.println(dog.greet() + " " + tag.text() + " " + Animal.count);
        System.out.println(Lazy.CONSTANT);
        System.out.println(Lazy.BOXED);
        for (int i = 0; i < 2; i++)
            try {
                System.out.println(Bad.value);
            } catch (Throwable t) {
                System.out.println(t + " " + t.getCause());
            }
        Node n = new Node();
        n.v = 7;
        Node m = n.clone();
        m.data[0] = 9;
        m.v = 8;
        System.out.println(n.v + " " + n.data[0] + " " + (n.getClass() == m.getClass()) + " " + n.equals(m));
        System.out.println(kind(5) + " " + kind(1) + " " + kind("abc") + " " + kind(null));
        System.out.println(onString("one") + " " + onString("Aa") + " " + onString("BB") + " " + onString("x"));
        System.out.println(varargs() + " " + varargs(1, 2) + " " + varargs(new int[5]));
        Class<?>[] classes = {String.class, int.class, int[].class, String[][].class, Op.class, Op.ADD.getClass(), Dog.Tag.class, Runnable.class, new Object() {
        }.getClass(), Void.TYPE, Override.class};
        for (Class<?> c : classes)
            System.out.println(c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c + " | " + c.getModifiers() + " " + c.isArray() + c.isInterface() + c.isPrimitive()
                    + c.isEnum() + c.isAnonymousClass() + c.isMemberClass() + " " + c.getSuperclass() + " " + c.getComponentType() + " " + c.getEnclosingClass() + " " + c.getPackageName()
                    + " " + java.util.Arrays.toString(c.getInterfaces()));
        System.out.println(Class.forName("Objects1$Node").getDeclaredConstructor().newInstance().getClass() + " " + Class.forName("[I") + " " + Integer.class.isInstance(3) + " "
                + Number.class.isAssignableFrom(Integer.class) + " " + int.class.isAssignableFrom(Integer.class));
        int[][] grid = new int[3][4];
        long[][][] deep = new long[2][2][];
        grid[1][2] = 5;
        int sum = 0;
        outer:
        for (int[] row : grid)
            for (int v : row) {
                if (v == 5) break outer;
                sum++;
            }
        System.out.println(sum + " " + grid.length + " " + deep[1].length + " " + deep[1][1] + " " + grid.getClass() + " " + deep[0].getClass().getName());
        char grade = 'B';
        switch (grade) {
            case 'A':
                System.out.println("a");
            case 'B':
                System.out.println("b");
            case 'C':
                System.out.println("c");
                break;
            default:
                System.out.println("d");
        }
        synchronized (dog) {
            System.out.println("locked");
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().isAlive());
        ThreadLocal<Integer> local = new ThreadLocal<>();
        local.set(4);
        System.out.println(local.get() + " " + new java.util.concurrent.atomic.AtomicInteger(3).addAndGet(4) + " " + new java.util.concurrent.atomic.AtomicLong().incrementAndGet());
        System.out.println(ternary(true) + " " + ternary(false) + " " + (Object) (true ? 1 : 2.0) + " " + java.util.Objects.hash(1, "a", null) + " " + java.util.Optional.of(3) + " " + java.util.Optional.empty());
    }

    static Object ternary(boolean b) {
        return b ? 'x' : "y";
    }
}
