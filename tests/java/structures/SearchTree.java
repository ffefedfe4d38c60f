// SPDX-License-Identifier: Apache-2.0
package structures;

/** A binary search tree of ints, not balanced. */
public class SearchTree {
    static final class Node {
        int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int size;

    public boolean add(int key) { // correct
        if (root == null) {
            root = new Node(key);
            size = 1;
            return true;
        }
        Node at = root;
        while (true) {
            if (key == at.key) return false;
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                if (key < at.key)
                    at.left = new Node(key);
                else
                    at.right = new Node(key);
                size++;
                return true;
            }
            at = next;
        }
    }

    public boolean contains(int key) { // correct
        Node at = root;
        while (at != null && at.key != key) at = key < at.key ? at.left : at.right;
        return at != null;
    }

    public int size() {
        return size;
    }

    /** The smallest key. */
    public int min() { // forgets the empty tree
        Node at = root;
        while (at.left != null) at = at.left; // error: NullPointerException
        return at.key;
    }

    /** The smallest key that is greater; the largest of all has none. */
    public int successor(int key) {
        Node best = null;
        for (Node at = root; at != null;) {
            if (at.key > key) {
                best = at;
                at = at.left;
            } else {
                at = at.right;
            }
        }
        return best.key; // error: NullPointerException
    }

    /** The smallest key that is greater, or the default. */
    public int successorOr(int key, int otherwise) { // correct
        int best = otherwise;
        for (Node at = root; at != null;) {
            if (at.key > key) {
                best = at.key;
                at = at.left;
            } else {
                at = at.right;
            }
        }
        return best;
    }

    /** Removes the smallest key. */
    public int removeMin() {
        if (root == null) throw new IllegalStateException("empty"); // error: IllegalStateException
        if (root.left == null) {
            int key = root.key;
            root = root.right;
            size--;
            return key;
        }
        Node parent = root;
        while (parent.left.left != null) parent = parent.left;
        int key = parent.left.key;
        parent.left = parent.left.right;
        size--;
        return key;
    }

    /** Turns the root to the right. */
    public void rotateRight() { // looks at the root, not at its left child
        if (root == null) return;
        Node pivot = root.left;
        root.left = pivot.right; // error: NullPointerException
        pivot.right = root;
        root = pivot;
    }
}
