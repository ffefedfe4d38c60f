// SPDX-License-Identifier: Apache-2.0
package structures;

/** A stack in an array of fixed size. */
public class ArrayStack<E> {
    private final Object[] data;
    private int top = -1;

    public ArrayStack() {
        data = new Object[2];
    }

    public void push(E e) { // does not look whether it is full
        data[++top] = e; // error: ArrayIndexOutOfBoundsException
    }

    public boolean isEmpty() {
        return top == -1;
    }

    @SuppressWarnings("unchecked")
    public E top() { // correct
        return isEmpty() ? null : (E) data[top];
    }

    @SuppressWarnings("unchecked")
    public E pop() { // correct
        if (isEmpty()) return null;
        E e = (E) data[top];
        data[top--] = null;
        return e;
    }

    /** The element at that depth, 0 being the top. */
    @SuppressWarnings("unchecked")
    public E peek(int depth) {
        if (depth > top) return null; // a negative depth is above the top
        return (E) data[top - depth]; // error: ArrayIndexOutOfBoundsException
    }
}
