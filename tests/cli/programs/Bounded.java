// SPDX-License-Identifier: Apache-2.0
public class Bounded {
    static class Raw { // no caller makes one
        Raw next;

        private Raw() {
        }
    }

    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static int loop(int n) {
        int k = 0;
        for (int i = 0; i < n; i++) k++;
        return 10 / (k - 5);
    }

    static int raw(Raw r) {
        int k = 0;
        Raw a = r == null ? null : r.next, b = a == null ? null : a.next;
        if (b != null && a != r && b != a && b != r) k = 3; // three objects
        return 10 / (k - 3);
    }

    static int nodes(Node n) {
        return n != null && n.next != null && n.next.next != null ? 1 / (n.next.next.next == null ? 0 : 1) : 0;
    }
}
