// SPDX-License-Identifier: Apache-2.0
package structures;

/** A hash table of chains, from strings to ints. */
public class ChainTable {
    private static class Entry {
        final String key;
        int value;
        Entry next;

        Entry(String key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private final Entry[] buckets = new Entry[4];
    private int size;

    /** A hash of its own: lengths, which are never negative. */
    private int bucket(String key) {
        return key.length() % buckets.length; // error: NullPointerException
    }

    private Entry find(String key) {
        Entry e = buckets[bucket(key)];
        while (e != null && !e.key.equals(key)) e = e.next;
        return e;
    }

    public void put(String key, int value) {
        if (key == null) throw new IllegalArgumentException("null key");
        Entry e = find(key);
        if (e != null) {
            e.value = value;
            return;
        }
        int b = bucket(key);
        buckets[b] = new Entry(key, value, buckets[b]);
        size++;
    }

    public boolean contains(String key) { // correct
        return key != null && find(key) != null;
    }

    /** What is stored, which need not be anything. */
    public int get(String key) {
        return find(key).value; // error: NullPointerException
    }

    public int getOr(String key, int otherwise) { // correct
        if (key == null) return otherwise;
        Entry e = find(key);
        return e == null ? otherwise : e.value;
    }

    public int size() {
        return size;
    }

    /** Spreads by the sum of the characters' distances from 'a', which may be negative. */
    public int spread(String key) {
        if (key == null || key.length() != 1) return 0;
        int hash = key.charAt(0) - 'a';
        return buckets[hash % buckets.length] == null ? 0 : 1; // error: ArrayIndexOutOfBoundsException
    }
}
