// SPDX-License-Identifier: Apache-2.0
package structures;

/** A doubly linked list with sentinels at both ends. */
public class LinkedDeque<E> {
    static class Node<E> {
        E element;
        Node<E> prev, next;

        Node(E element, Node<E> prev, Node<E> next) {
            this.element = element;
            this.prev = prev;
            this.next = next;
        }
    }

    private final Node<E> header = new Node<>(null, null, null);
    private final Node<E> trailer = new Node<>(null, header, null);
    private int size;

    public LinkedDeque() {
        header.next = trailer;
    }

    private void insert(E e, Node<E> before, Node<E> after) {
        Node<E> node = new Node<>(e, before, after);
        before.next = node;
        after.prev = node;
        size++;
    }

    public void addFirst(E e) {
        insert(e, header, header.next);
    }

    public void addLast(E e) {
        insert(e, trailer.prev, trailer);
    }

    public int size() {
        return size;
    }

    public E first() { // correct: null of an empty list
        return size == 0 ? null : header.next.element;
    }

    /** Does not see that the node before the trailer may be the header. */
    public E removeLast() {
        Node<E> last = trailer.prev;
        last.prev.next = trailer; // error: NullPointerException
        trailer.prev = last.prev;
        size--;
        return last.element;
    }

    public E removeFirst() { // correct
        if (size == 0) return null;
        Node<E> first = header.next;
        header.next = first.next;
        first.next.prev = header;
        size--;
        return first.element;
    }

    /** The element at the index. */
    public E get(int index) {
        if (index < 0 || index > size) throw new IndexOutOfBoundsException(); // error: IndexOutOfBoundsException
        Node<E> at = header.next;
        for (int i = 0; i < index; i++) at = at.next;
        return at.element;
    }

    /** Where the element is; elements may be null, which is forgotten. */
    public int indexOf(Object wanted) {
        int i = 0;
        for (Node<E> at = header.next; at != trailer; at = at.next, i++)
            if (at.element.equals(wanted)) return i; // error: NullPointerException
        return -1;
    }

    public int lastIndexOf(Object wanted) { // correct
        int i = size - 1;
        for (Node<E> at = trailer.prev; at != header; at = at.prev, i--)
            if (at.element == null ? wanted == null : at.element.equals(wanted)) return i;
        return -1;
    }
}
