// expect: false (duplicates go to the right)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TreeFalse {
    static class Tree {
        int key;
        Tree left;
        Tree right;
    }

    static Tree insert(Tree t, int key) {
        if (t == null) {
            t = new Tree();
            t.key = key;
        } else if (key < t.key) {
            t.left = insert(t.left, key);
        } else {
            t.right = insert(t.right, key);
        }
        return t;
    }

    public static void main(String[] args) {
        Tree t = null;
        for (int i = 0; i < 3; i++) t = insert(t, Verifier.nondetInt());
        assert t.right == null || t.right.key > t.key;
    }
}
