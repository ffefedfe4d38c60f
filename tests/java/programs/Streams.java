// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class Streams {
    record Person(String name, int age, String city) {
        Person {
            if (age < 0) throw new IllegalArgumentException("age " + age);
        }

        static Person of(String s) {
            String[] p = s.split(":");
            return new Person(p[0], Integer.parseInt(p[1]), p[2]);
        }
    }

    record Pair<A, B>(A first, B second) {
    }

    record Mixed(double d, float f, long l, byte b, char c, boolean z, int[] array) {
    }

    interface Visitor<R> {
        R visit(Tree t);
    }

    sealed interface Tree permits Leaf, Branch {
    }

    record Leaf(int value) implements Tree {
    }

    record Branch(Tree left, Tree right) implements Tree {
    }

    static int sum(Tree t) {
        if (t instanceof Leaf l) return l.value();
        if (t instanceof Branch b) return sum(b.left()) + sum(b.right());
        throw new AssertionError();
    }

    static <T> Supplier<T> memo(Supplier<T> s) {
        Object[] kept = new Object[1];
        return () -> {
            if (kept[0] == null) kept[0] = s.get();
            @SuppressWarnings("unchecked")
            T t = (T) kept[0];
            return t;
        };
    }

    public static void main(String[] args) {
        List<Person> people = Stream.of("ann:31:Rome", "bob:25:Oslo", "cid:47:Rome", "dee:19:Oslo", "eve:31:Kyiv").map(Person::of).collect(Collectors.toList());
        System.out.println(people);
        System.out.println(people.stream().filter(p -> p.age() > 20).map(Person::name).collect(Collectors.joining(", ", "[", "]")));
        System.out.println(new java.util.TreeMap<>(people.stream().collect(Collectors.groupingBy(Person::city, Collectors.averagingInt(Person::age)))));
        System.out.println(people.stream().sorted(Comparator.comparing(Person::age).reversed().thenComparing(Person::name)).map(Person::name).toList());
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.city().equals("Rome"), Collectors.counting())));
        System.out.println(people.stream().collect(Collectors.toMap(Person::name, Person::age)) + " " + people.stream().max(Comparator.comparingInt(Person::age)).get());
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 1).mapToObj(i -> "n" + i).collect(Collectors.toList()) + " " + IntStream.range(0, 100).sum()
                + " " + LongStream.iterate(1, x -> x * 3).limit(10).boxed().toList() + " " + DoubleStream.of(1.5, 2.5, 3).average().getAsDouble());
        System.out.println(Stream.iterate(1, x -> x < 200, x -> x * 2).reduce(0, Integer::sum) + " " + Arrays.stream(new int[] {5, 3, 9}).boxed().sorted(Collections.reverseOrder()).toList()
                + " " + Stream.of("b", "a", "c", "a").distinct().sorted().skip(1).findFirst() + " " + Stream.of(1, 2, 3, 4).anyMatch(x -> x > 3) + Stream.of(1, 2).allMatch(x -> x > 1)
                + Stream.empty().noneMatch(x -> true) + " " + Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x * x).toList()
                + " " + Stream.of(1, 2, 3, 4, 5).takeWhile(x -> x < 4).dropWhile(x -> x < 2).peek(x -> System.out.print("<" + x + ">")).count());
        System.out.println("hello".chars().mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining("|")) + " " + IntStream.of(3, 1, 2).sum());
        Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
        BiFunction<Integer, Integer, Integer> mul = (a, b) -> a * b;
        UnaryOperator<String> up = String::toUpperCase;
        Predicate<String> empty = String::isEmpty;
        IntBinaryOperator max = Math::max;
        Supplier<List<String>> make = ArrayList::new;
        Function<Integer, int[]> array = int[]::new;
        System.out.println(add.apply(3).apply(4) + " " + mul.andThen(x -> x + 1).apply(5, 6) + " " + up.compose((Object o) -> o + "!").apply("x") + " " + empty.negate().or(s -> true).test("")
                + " " + max.applyAsInt(3, 9) + " " + make.get() + " " + array.apply(3).length);
        int[] calls = {0};
        Supplier<String> once = memo(() -> "made " + ++calls[0]);
        System.out.println(once.get() + once.get() + calls[0]);
        Map<String, List<Integer>> multi = new HashMap<>();
        for (int i = 0; i < 6; i++) multi.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        multi.merge("even", List.of(99), (x, y) -> y);
        multi.forEach((k, v) -> System.out.print(k + "=" + v + ";"));
        multi.replaceAll((k, v) -> v.subList(0, 1));
        System.out.println(multi + " " + multi.compute("new", (k, v) -> v == null ? List.of() : v));
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi"));
        words.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        words.removeIf(s -> s.startsWith("k"));
        words.replaceAll(s -> s + s.length());
        System.out.println(words);
        Optional<String> opt = Optional.of("v").filter(s -> s.length() > 3).or(() -> Optional.of("w")).map(s -> s + s);
        System.out.println(opt + " " + opt.orElse("z") + " " + Optional.ofNullable((String) null).map(String::length).orElseGet(() -> -1));
        System.out.println(sum(new Branch(new Leaf(4), new Branch(new Leaf(5), new Leaf(6)))) + " " + new Branch(new Leaf(1), null) + " " + new Leaf(3).equals(new Leaf(3)) + " " + new Leaf(3).hashCode()
                + " " + new Pair<>("a", 1).equals(new Pair<>("a", 2)) + " " + new Pair<>(null, List.of()).hashCode() + " " + new Mixed(1.5, -0f, 3, (byte) 4, 'c', true, null)
                + " " + new Mixed(1.5, -0f, 3, (byte) 4, 'c', true, null).equals(new Mixed(1.5, 0f, 3, (byte) 4, 'c', true, null)));
        try {
            new Person("x", -1, "y");
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            Stream<Integer> s = Stream.of(1);
            s.count();
            s.count();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            List.of(1, 2).iterator().remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        Runnable r = () -> {
            throw new IllegalStateException("from lambda");
        };
        try {
            r.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + e.getStackTrace()[0].getMethodName() + " " + e.getStackTrace()[1].getMethodName());
        }
        String concat = "a" + 1 + 2L + 'c' + 1.5f + 2.5 + true + null + new int[0].length + Optional.empty() + (byte) 3;
        concat += concat.length();
        System.out.println(concat);
        String text = """
            block
              "quoted" \
            joined
            """;
        System.out.print(text);
        Iterable<Integer> countdown = () -> new java.util.Iterator<>() {
            int n = 3;

            public boolean hasNext() {
                return n > 0;
            }

            public Integer next() {
                return n--;
            }
        };
        for (int i : countdown) System.out.print(i + " ");
        var list = new java.util.concurrent.CopyOnWriteArrayList<>(List.of(3, 1, 2));
        for (int i : list) list.add(i * 10);
        System.out.println(list);
        System.out.println(Stream.of("x", "y").collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList)) + " "
                + Stream.of(1, 2, 3, 4, 5, 6).collect(Collectors.teeing(Collectors.summingInt(x -> x), Collectors.counting(), (s, c) -> s + "/" + c)) + " "
                + IntStream.iterate(0, i -> i + 1).mapToObj(Integer::toString).limit(5).collect(Collectors.toCollection(java.util.LinkedList::new)));
    }
}
