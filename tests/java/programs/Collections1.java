// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;

public class Collections1 {
    static long seed = 42;

    static int next(int bound) {
        seed = seed * 6364136223846793005L + 1442695040888963407L;
        return (int) ((seed >>> 33) % bound);
    }

    static void lists(List<Integer> list) {
        for (int i = 0; i < 50; i++) list.add(next(100));
        for (int i = 0; i < 10; i++) list.add(next(list.size()), i);
        for (int i = 0; i < 10; i++) list.remove(next(list.size()));
        list.remove(Integer.valueOf(3));
        list.set(4, -4);
        System.out.println(list + " " + list.size() + " " + list.indexOf(5) + " " + list.contains(77) + " " + list.hashCode());
        List<Integer> part = list.subList(5, 12);
        part.set(0, 1000);
        Collections.sort(list);
        System.out.println(list + " " + Collections.max(list) + " " + Collections.binarySearch(list, 50) + " " + Collections.frequency(list, 1));
        Collections.reverse(list);
        Collections.swap(list, 0, 1);
        Collections.rotate(list, 3);
        for (ListIterator<Integer> it = list.listIterator(); it.hasNext();) {
            int v = it.next();
            if (v % 2 == 0) it.remove();
            else if (v % 3 == 0) it.set(-v);
            else if (v % 5 == 0) it.add(v + 1);
        }
        System.out.println(list + " " + list.equals(new ArrayList<>(list)) + " " + Arrays.toString(list.toArray(new Integer[0])));
        try {
            for (Integer i : list) if (i > 5) list.remove(i);
        } catch (ConcurrentModificationException e) {
            System.out.println("modified " + e.getMessage());
        }
        list.clear();
        System.out.println(list.isEmpty());
    }

    static void maps(Map<String, Integer> map) {
        for (int i = 0; i < 60; i++) map.put("k" + next(40), i);
        for (int i = 0; i < 10; i++) map.remove("k" + next(40));
        System.out.println(map + " " + map.size() + " " + map.get("k5") + " " + map.containsKey("k7") + " " + map.containsValue(3) + " " + map.getOrDefault("x", -1));
        System.out.println(map.keySet() + " " + map.values() + " " + map.hashCode() + " " + map.putIfAbsent("k5", 5) + " " + map.equals(new HashMap<>(map)));
        int sum = 0;
        for (Iterator<Map.Entry<String, Integer>> it = map.entrySet().iterator(); it.hasNext();) {
            Map.Entry<String, Integer> e = it.next();
            sum += e.getValue();
            if (e.getValue() % 2 == 0) it.remove();
            else e.setValue(e.getValue() * 2);
        }
        System.out.println(sum + " " + map);
    }

    static class Key implements Comparable<Key> {
        final int k;

        Key(int k) {
            this.k = k;
        }

        @Override
        public int hashCode() {
            return k % 3; // many collisions: bins become trees
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).k == k;
        }

        @Override
        public int compareTo(Key o) {
            return Integer.compare(k, o.k);
        }

        @Override
        public String toString() {
            return "K" + k;
        }
    }

    enum Color { RED, GREEN, BLUE }

    public static void main(String[] args) {
        lists(new ArrayList<>());
        lists(new LinkedList<>());
        lists(new java.util.Vector<>());
        maps(new HashMap<>());
        maps(new TreeMap<>());
        maps(new LinkedHashMap<>());
        maps(new java.util.Hashtable<>());
        maps(new java.util.concurrent.ConcurrentHashMap<>());
        TreeMap<Integer, String> tree = new TreeMap<>(Collections.reverseOrder());
        for (int i = 0; i < 20; i++) tree.put(next(50), "v" + i);
        System.out.println(tree + " " + tree.firstKey() + " " + tree.floorKey(25) + " " + tree.ceilingEntry(25) + " " + tree.headMap(25) + " " + tree.tailMap(25, false)
                + " " + tree.descendingMap() + " " + tree.pollFirstEntry() + " " + tree.subMap(40, 10));
        Map<Key, Integer> collisions = new HashMap<>();
        for (int i = 0; i < 100; i++) collisions.put(new Key(i), i);
        for (int i = 0; i < 90; i += 2) collisions.remove(new Key(i));
        System.out.println(collisions + " " + collisions.get(new Key(33)));
        Set<String> set = new HashSet<>(Arrays.asList("one", "two", "three", "four"));
        set.retainAll(Arrays.asList("one", "four", "five"));
        System.out.println(set + " " + set.add("one") + " " + new TreeSet<>(set).first() + " " + set.containsAll(Set.of("one")));
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 40; i++)
            switch (next(4)) {
                case 0 -> deque.addFirst(i);
                case 1 -> deque.addLast(i);
                case 2 -> deque.pollFirst();
                default -> deque.offer(-i);
            }
        System.out.println(deque + " " + deque.peekFirst() + " " + deque.peekLast() + " " + deque.size());
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 30; i++) queue.add(next(100));
        System.out.print(queue + " ");
        while (queue.size() > 5) System.out.print(queue.poll() + " ");
        System.out.println(queue.peek());
        int[] ints = new int[200];
        for (int i = 0; i < ints.length; i++) ints[i] = next(1000);
        int[] copy = ints.clone();
        Arrays.sort(ints);
        Arrays.sort(copy, 50, 100);
        System.out.println(Arrays.toString(ints) + " " + Arrays.hashCode(copy) + " " + Arrays.binarySearch(ints, ints[77]) + " " + Arrays.equals(ints, copy));
        String[] words = "the quick brown fox jumps over the lazy dog again and again".split(" ");
        Arrays.sort(words);
        System.out.println(Arrays.asList(words) + " " + Arrays.deepToString(new int[][] {{1, 2}, {3}, {}}) + " " + Arrays.toString(Arrays.copyOfRange(words, 2, 5)));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        double[] doubles = {3, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        Object[] filled = new Object[3];
        Arrays.fill(filled, "f");
        System.out.println(Arrays.toString(filled) + " " + Collections.nCopies(3, "n") + " " + Collections.emptyList() + " " + List.of(1, 2, 3) + " " + Collections.unmodifiableList(new ArrayList<>(List.of("u"))));
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70, 80);
        bits.flip(75);
        System.out.println(bits + " " + bits.cardinality() + " " + bits.nextClearBit(70) + " " + bits.length());
        StringTokenizer tokens = new StringTokenizer("a b;c", " ;", true);
        while (tokens.hasMoreTokens()) System.out.print("[" + tokens.nextToken() + "]");
        System.out.println();
        java.util.EnumMap<Color, Integer> colors = new java.util.EnumMap<>(Color.class);
        colors.put(Color.BLUE, 1);
        colors.put(Color.RED, 2);
        System.out.println(colors + " " + java.util.EnumSet.complementOf(java.util.EnumSet.of(Color.GREEN)) + " " + java.util.EnumSet.allOf(Color.class));
        java.util.Random random = new java.util.Random(5);
        System.out.println(random.nextInt() + " " + random.nextInt(10) + " " + random.nextDouble() + " " + random.nextGaussian() + " " + random.nextLong() + " " + random.nextBoolean());
        List<Integer> shuffled = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7));
        Collections.shuffle(shuffled, new java.util.Random(1));
        System.out.println(shuffled);
    }
}
