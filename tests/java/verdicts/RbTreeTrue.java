// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RbTreeTrue {
    static final boolean RED = true, BLACK = false;
    static class Node {
        int key;
        Node left, right;
        boolean color;
        Node(int k) {
            key = k;
            color = RED;
        }
    }
    static Node root;
    static boolean red(Node n) {
        return n != null && n.color == RED;
    }
    static Node rotL(Node h) {
        Node x = h.right;
        h.right = x.left;
        x.left = h;
        x.color = h.color;
        h.color = RED;
        return x;
    }
    static Node rotR(Node h) {
        Node x = h.left;
        h.left = x.right;
        x.right = h;
        x.color = h.color;
        h.color = RED;
        return x;
    }
    static void flip(Node h) {
        h.color = !h.color;
        h.left.color = !h.left.color;
        h.right.color = !h.right.color;
    }
    static Node insert(Node h, int k) {
        if (h == null) return new Node(k);
        if (k < h.key) h.left = insert(h.left, k);
        else if (k > h.key) h.right = insert(h.right, k);
        if (red(h.right) && !red(h.left)) h = rotL(h);
        if (red(h.left) && red(h.left.left)) h = rotR(h);
        if (red(h.left) && red(h.right)) flip(h);
        return h;
    }
    static int check(Node n, long lo, long hi) {
        if (n == null) return 1;
        assert n.key > lo && n.key < hi;
        assert !red(n) || (!red(n.left) && !red(n.right));
        int l = check(n.left, lo, n.key), r = check(n.right, n.key, hi);
        assert l == r;
        return l + (n.color ? 0 : 1);
    }
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            root = insert(root, Verifier.nondetInt());
            root.color = BLACK;
        }
        check(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
