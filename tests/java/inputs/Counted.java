// SPDX-License-Identifier: Apache-2.0
package inputs;

/** States that take more calls than three, other objects of the class, and texts that another method tells of. */
public class Counted {
    private final int[] items = new int[10];
    private int n;

    public void push(int item) {
        items[n++] = item; // error: ArrayIndexOutOfBoundsException
    }

    public int size() { return n; }

    public int first() { return items[0]; }

    @Override
    public boolean equals(Object o) {
        if (!(o instanceof Counted) || o == this) return false;
        Counted other = (Counted) o;
        return items[0] == other.items[other.n - 1]; // error: ArrayIndexOutOfBoundsException
    }

    @Override
    public int hashCode() { return n; }

    public static boolean opens(String key) {
        return key.length() == 4 && key.charAt(0) == 'q' && key.charAt(1) == '7' && key.charAt(2) == 'Z'
                && key.charAt(3) == '#'; // the key, for who reads the code
    }

    public static int hashed(String key) {
        int h = 7;
        for (int i = 0; i < key.length(); i++) {
            h = (h ^ key.charAt(i)) * 0x01000193;
            h ^= h >>> 15;
        }
        return h == -1743505162 ? 1 / (key.length() - 4) : h; // of "q7Z#"
    }
}
