// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SortedInsertTrue {
    static class Node {
        int v;
        Node next;
    }
    static Node head;
    static void insert(int v) {
        Node n = new Node();
        n.v = v;
        if (head == null || head.v >= v) {
            n.next = head;
            head = n;
            return;
        }
        Node p = head;
        while (p.next != null && p.next.v < v) p = p.next;
        n.next = p.next;
        p.next = n;
    }
    public static void main(String[] args) {
        int k = Verifier.nondetInt();
        Verifier.assume(k >= 0 && k <= 5);
        for (int i = 0; i < k; i++) insert(Verifier.nondetInt());
        for (Node p = head; p != null && p.next != null; p = p.next) assert p.v <= p.next.v;
    }
}
