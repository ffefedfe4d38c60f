// SPDX-License-Identifier: Apache-2.0
package diff;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

// Arrays, collections, streams, Optional, Objects.
public class Things {
    public static int[] sort(int[] a) { Arrays.sort(a); return a; }
    public static long[] sortLongs(long[] a) { Arrays.sort(a); return a; }
    public static double[] sortDoubles(double[] a) { Arrays.sort(a); return a; }
    public static String[] sortTexts(String[] a) { Arrays.sort(a); return a; }
    public static String[] sortBy(String[] a) { Arrays.sort(a, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())); return a; }
    public static int[] sortRange(int[] a, int i, int j) { Arrays.sort(a, i & 3, j & 7); return a; }
    public static int search(int[] a, int k) { Arrays.sort(a); return Arrays.binarySearch(a, k); }
    public static String toText(int[] a, double[] d, boolean[] z) { return Arrays.toString(a) + Arrays.toString(d) + Arrays.toString(z); }
    public static String deep(int[][] a) { return Arrays.deepToString(a) + Arrays.deepHashCode(a); }
    public static boolean equalArrays(int[] a, int[] b) { return Arrays.equals(a, b); }
    public static int mismatch(byte[] a, byte[] b) { return Arrays.mismatch(a, b); }
    public static int compareArrays(char[] a, char[] b) { return Arrays.compare(a, b); }
    public static int hashArray(int[] a, long[] b, double[] c) { return Arrays.hashCode(a) ^ Arrays.hashCode(b) ^ Arrays.hashCode(c); }
    public static int[] copyOf(int[] a, int n) { return Arrays.copyOf(a, n % 12); }
    public static short[] copyRange(short[] a, int i, int j) { return Arrays.copyOfRange(a, i % 5, j & 15); }
    public static int[] fill(int n, int v) { int[] a = new int[n % 9]; Arrays.fill(a, v); return a; }
    public static int[] arraycopy(int[] a, int i, int j, int n) { System.arraycopy(a, i % 5, a, j & 3, n % 7); return a; }
    public static Object[] arraycopyRefs(String[] a, int i, int n) { Object[] o = new Object[4]; System.arraycopy(a, i & 1, o, 0, n % 5); return o; }
    public static int[] cloned(int[] a) { int[] b = a.clone(); if (b.length > 0) b[0]++; return b == a ? null : b; }
    public static int[] setAll(int n) { int[] a = new int[n & 7]; Arrays.setAll(a, i -> i * i - n); return a; }
    public static long sum(int[] a) { return Arrays.stream(a).asLongStream().sum(); }
    public static String asList(String[] a) { List<String> l = Arrays.asList(a); Collections.reverse(l); return l + " " + l.size() + l.contains("a"); }

    public static String list(int[] a) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); l.removeIf(x -> x % 2 == 0); l.add(0, 42); return l + "" + l.indexOf(7) + l.hashCode(); }
    public static int listGet(int[] a, int i) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); return l.get(i % 10); }
    public static String listRemove(int[] a, int i) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); l.remove(i & 7); l.remove(Integer.valueOf(i)); return l.toString(); }
    public static String listOf(String a, String b) { return List.of(a, b) + "" + List.of(a).contains(b); }
    public static boolean immutable(String a) { return List.of(a).add(a); }
    public static String modified(int[] a) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); for (Integer x : l) if (x > 5) l.remove(x); return l.toString(); }
    public static String linked(int[] a) { LinkedList<Integer> l = new LinkedList<>(); for (int x : a) if (x % 3 == 0) l.addFirst(x); else l.addLast(x); l.removeLast(); return l + " " + l.getFirst() + l.peekLast(); }
    public static String iterators(int[] a) { LinkedList<Integer> l = new LinkedList<>(); for (int x : a) l.add(x); ListIterator<Integer> i = l.listIterator(); while (i.hasNext()) { int x = i.next(); if (x < 0) i.remove(); else if (x > 9) i.set(9); else i.add(x); } return l.toString(); }
    public static String deque(int[] a) { ArrayDeque<Integer> q = new ArrayDeque<>(2); for (int x : a) if ((x & 1) == 0) q.push(x); else q.offer(x); return q + " " + q.pop() + q.pollLast(); }
    public static String queue(int[] a) { PriorityQueue<Integer> q = new PriorityQueue<>(); for (int x : a) q.add(x); StringBuilder b = new StringBuilder(); while (!q.isEmpty()) b.append(q.poll()).append(' '); return b.toString(); }
    public static String queueOrdered(String[] a) { PriorityQueue<String> q = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(s -> s)); for (String s : a) q.add(s); return q.peek() + q.size(); }
    public static String hashMap(String[] a) { Map<String, Integer> m = new HashMap<>(); for (String s : a) m.merge(s, 1, Integer::sum); return m + " " + m.getOrDefault("a", -1) + m.containsKey(null); }
    public static String hashMapInts(int[] a) { Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < a.length; i++) m.put(a[i], i); m.remove(7); m.computeIfAbsent(3, k -> k * 2); m.computeIfPresent(1, (k, v) -> null); m.putIfAbsent(0, 9); return m + "" + m.keySet() + m.values() + m.hashCode(); }
    public static String manyKeys(int n, int s) { Map<Integer, String> m = new HashMap<>(); for (int i = 0; i < (n & 63); i++) m.put(i * s, "v" + i); int h = 0; for (Map.Entry<Integer, String> e : m.entrySet()) h = h * 31 + e.getKey() + e.getValue().length(); return m.size() + " " + h; }
    public static String collisions(int n) { Map<Colliding, Integer> m = new HashMap<>(); for (int i = 0; i < (n & 31); i++) m.put(new Colliding(i), i); return m.size() + " " + m.get(new Colliding(5)) + m.get(new Colliding(99)); }
    public static String linkedMap(String[] a) { Map<String, Integer> m = new LinkedHashMap<>(4, 0.75f, true); for (String s : a) m.put(s, s.length()); m.get("a"); return m.toString(); }
    public static String treeMap(int[] a) { TreeMap<Integer, String> m = new TreeMap<>(); for (int x : a) m.put(x, "" + (char) ('a' + (x & 15))); return m + " " + m.floorKey(5) + m.higherEntry(0) + m.headMap(10) + m.descendingMap() + m.pollFirstEntry(); }
    public static String treeRemove(int[] a, int[] b) { TreeSet<Integer> s = new TreeSet<>(Comparator.reverseOrder()); for (int x : a) s.add(x); for (int x : b) s.remove(x); return s + " " + s.first() + s.ceiling(3); }
    public static String treeNull(String[] a) { TreeMap<String, String> m = new TreeMap<>(); for (String s : a) m.put(s, s); return m.toString(); }
    public static String sets(int[] a, int[] b) { Set<Integer> s = new HashSet<>(), t = new LinkedHashSet<>(); for (int x : a) s.add(x); for (int x : b) t.add(x); s.retainAll(t); t.removeAll(s); return s + "" + t + s.equals(t); }
    public static String bitSet(int[] a) { BitSet s = new BitSet(); for (int x : a) s.flip(x % 200); return s + " " + s.cardinality() + s.nextClearBit(3) + s.length(); }
    public static String collections(int[] a, int n) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); Collections.sort(l); Collections.rotate(l, n); Collections.swap(l, 0, l.size() - 1); return l + "" + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 1); }
    public static String shuffled(int n, long seed) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < (n & 15); i++) l.add(i); Collections.shuffle(l, new Random(seed)); return l.toString(); }
    public static String unmodifiable(String a) { List<String> l = Collections.unmodifiableList(new ArrayList<>(Collections.nCopies(3, a))); l.set(0, "x"); return l.toString(); }
    public static String subList(int[] a, int i, int j) { List<Integer> l = new ArrayList<>(); for (int x : a) l.add(x); l.subList(i & 3, j & 7).clear(); return l.toString(); }
    public static String enumMap(int[] a) { EnumMap<Color, Integer> m = new EnumMap<>(Color.class); for (int x : a) m.merge(Color.values()[Math.floorMod(x, 3)], x, (p, q) -> p ^ q); return m + "" + EnumSet.complementOf(EnumSet.of(Color.RED)) + m.containsKey(Color.BLUE); }
    public static String randoms(long seed, int n) { Random r = new Random(seed); return r.nextInt() + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextInt(n) + " " + r.nextGaussian(); }

    public static int streamSum(int[] a) { return IntStream.of(a).filter(x -> x > 0).map(x -> x * 3).sum(); }
    public static String streamStats(int[] a) { return IntStream.of(a).summaryStatistics().toString(); }
    public static String streamSorted(String[] a) { return Stream.of(a).sorted().distinct().limit(4).collect(Collectors.joining(",", "<", ">")); }
    public static String grouping(String[] a) { return Stream.of(a).collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.counting())).toString(); }
    public static String partition(int[] a) { return Arrays.stream(a).boxed().collect(Collectors.partitioningBy(x -> x > 3, Collectors.toList())).toString(); }
    public static String flat(int[][] a) { return Stream.of(a).flatMapToInt(IntStream::of).boxed().toList().toString(); }
    public static int reduce(int[] a) { return IntStream.of(a).reduce(1, (x, y) -> x * 31 + y); }
    public static String iterate(int n) { return Stream.iterate(1, x -> x * 2 + n).limit(6).map(String::valueOf).collect(Collectors.toList()).toString(); }
    public static boolean matching(int[] a) { return IntStream.of(a).anyMatch(x -> x == 3) && IntStream.of(a).noneMatch(x -> x == 4) || IntStream.of(a).allMatch(x -> x > 0); }
    public static double average(int[] a) { return IntStream.of(a).average().getAsDouble(); }
    public static String toMap(String[] a) { return Stream.of(a).collect(Collectors.toMap(s -> s, String::length)).toString(); }
    public static String rangeSkip(int n) { return IntStream.rangeClosed(1, n & 15).skip(3).mapToObj(Integer::toHexString).takeWhile(s -> s.length() < 2).collect(Collectors.joining()); }
    public static String optional(String s) { return Optional.ofNullable(s).map(String::length).filter(n -> n > 2).map(n -> "n" + n).orElse("none"); }
    public static String optionalGet(String s) { return Optional.ofNullable(s).filter(x -> x.length() > 3).get(); }
    public static String optionalThrow(String s) { return Optional.ofNullable(s).filter(x -> x.length() > 3).orElseThrow(() -> new IllegalStateException("short " + s)); }
    public static String optionalText(int i) { return Optional.of(i) + "" + OptionalInt.of(i) + Optional.empty(); }
    public static long numbers(byte[] b, boolean little) {
        java.nio.ByteBuffer x = java.nio.ByteBuffer.wrap(b).order(little ? java.nio.ByteOrder.LITTLE_ENDIAN : java.nio.ByteOrder.BIG_ENDIAN);
        return x.remaining() < 8 ? x.getShort(0) * 3L + x.getChar(0) : x.getLong(0) ^ x.getInt(1) ^ x.getChar(3) ^ x.getShort(5);
    }
    public static String require(String s) { return Objects.requireNonNull(s, "s is null"); }
    public static int checkIndex(int i, int n) { return Objects.checkIndex(i % 20, n % 20); }
    public static int objectsHash(String a, int b) { return Objects.hash(a, b, null); }
    public static boolean objectsEquals(String a, String b) { return Objects.equals(a, b); }
    public static String objectsText(String a) { return Objects.toString(a, "nothing") + Objects.requireNonNullElse(a, "else"); }
    public static int composed(int a) { Function<Integer, Integer> f = x -> x + 1; UnaryOperator<Integer> g = x -> x * 2; return f.compose(g).andThen(f).apply(a); }
    public static boolean predicates(int a) { Predicate<Integer> p = x -> x > 3, q = x -> x % 2 == 0; return p.and(q.negate()).or(x -> x == 0).test(a); }
    public static int supplied(int a) { Supplier<Supplier<Integer>> s = () -> () -> a - 1; BiFunction<Integer, Integer, Integer> f = Math::max; IntBinaryOperator o = Math::addExact; return f.apply(s.get().get(), o.applyAsInt(a, 1)); }
    public static String constructors(int n) { IntFunction<int[]> f = int[]::new; Supplier<List<String>> l = ArrayList::new; List<String> x = l.get(); x.add("" + f.apply(n % 5).length); return x.toString(); }

    enum Color { RED, GREEN { @Override String say() { return "g"; } }, BLUE; String say() { return name().toLowerCase(Locale.ROOT); } }
    public static String enums(int i) { Color c = Color.values()[i % 4]; return c + c.say() + c.ordinal() + c.compareTo(Color.GREEN) + c.getDeclaringClass().getSimpleName(); }
    public static String valueOf(String s) { return Color.valueOf(s.length() > 4 ? "RED" : s).name(); }

    static final class Colliding implements Comparable<Colliding> {
        final int i;
        Colliding(int i) { this.i = i; }
        @Override public int hashCode() { return i & 1; }
        @Override public boolean equals(Object o) { return o instanceof Colliding c && c.i == i; }
        @Override public int compareTo(Colliding o) { return Integer.compare(i, o.i); }
    }
}
