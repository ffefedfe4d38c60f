// expect: true (a list of three counts three)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ListNodeTrue {
    static class Node {
        final int value;
        final Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Node head = null;
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 3);
        for (int i = 0; i < n; i++) head = new Node(i, head);
        int count = 0;
        for (Node p = head; p != null; p = p.next) count++;
        assert count == n;
    }
}
