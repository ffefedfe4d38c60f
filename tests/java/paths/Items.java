// SPDX-License-Identifier: Apache-2.0
// Removal of all elements of another list (figure 2.4).
package paths;

class Items {
    static class Node {
        int data;
        Node next;
    }

    Node first;

    void remAll(Items l) {
        Node lf = l.first;
        while (lf != null) {
            Node prev = null, p = null, next = first;
            while (next != null) {
                prev = p;
                p = next;
                next = next.next;
                if (p.data == lf.data)
                    if (prev == null) {
                        first = next;
                        p = null;
                    } else {
                        prev.next = next;
                        p = prev;
                    }
            }
            lf = lf.next;
        }
    }
}
