// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SortedListTrue {
    static class Node {
        int v;
        Node next;
        Node(int v, Node n) {
            this.v = v;
            next = n;
        }
    }
    static Node insert(Node l, int v) {
        if (l == null || l.v >= v) return new Node(v, l);
        Node p = l;
        while (p.next != null && p.next.v < v) p = p.next;
        p.next = new Node(v, p.next);
        return l;
    }
    static Node reverse(Node l) {
        Node r = null;
        while (l != null) {
            Node n = l.next;
            l.next = r;
            r = l;
            l = n;
        }
        return r;
    }
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(0 <= n && n <= 4);
        Node l = null;
        for (int i = 0; i < n; i++) l = insert(l, Verifier.nondetInt());
        for (Node p = l; p != null && p.next != null; p = p.next) assert p.v <= p.next.v;
        int k = 0;
        for (Node p = reverse(l); p != null; p = p.next) {
            k++;
            assert p.next == null || p.v >= p.next.v;
        }
        assert k == n;
    }
}
