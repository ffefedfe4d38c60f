// SPDX-License-Identifier: Apache-2.0
// Shapes of a heap, each with a place for what is declared not to be.
package paths;

class Shapes {
    static class Tree {
        int key;
        Tree left, right;
    }

    static int shared(Tree t) {
        if (t == null || t.left == null) return 0;
        if (t.left == t.right) return 1;
        return 2;
    }

    static int cyclic(Tree t) {
        if (t == null || t.left == null) return 0;
        if (t.left.right == t) return 1;
        return 2;
    }

    static int common(Tree a, Tree b) {
        if (a == null || b == null || a.left == null) return 0;
        if (a.left == b.right) return 1;
        return 2;
    }

    // Through a third one.
    static int through(Tree a, Tree b, Tree c) {
        if (a == null || b == null || c == null || c.left == null) return 0;
        if (a == b || a == c || b == c) return 3;
        if (a.left == c.left && b.left == c.left) return 1;
        return 2;
    }

    static int key(Tree t) {
        if (t == null) return 0;
        return t.key > 9 ? 1 : 2;
    }

    // Preconditions.

    static boolean hasSmallKey(Tree t) {
        return t == null || t.key <= 9;
    }

    static boolean hasEvenKey(Tree t) {
        return (t.key & 1) == 0;
    }

    static boolean takesAnother(String s) {
        return s.isEmpty();
    }

    static boolean changesItsInput(Tree t) {
        if (t != null) t.key = 1;
        return true;
    }

    static int notABoolean(Tree t) {
        return 0;
    }

    int size, capacity;

    boolean isValid() {
        return size >= 0 && size <= capacity;
    }

    int room() {
        return capacity < size ? 1 : 2;
    }

    int parity(Tree t) {
        return t != null && t.key == 3 ? 1 : 2;
    }
}
