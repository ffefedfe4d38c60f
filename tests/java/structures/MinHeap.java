// SPDX-License-Identifier: Apache-2.0
package structures;

/** A priority queue of ints as a heap in an array. */
public class MinHeap {
    private int[] heap;
    private int size;

    public MinHeap() {
        this(2);
    }

    public MinHeap(int capacity) {
        heap = new int[capacity]; // error: NegativeArraySizeException
    }

    private void swap(int i, int j) {
        int t = heap[i];
        heap[i] = heap[j];
        heap[j] = t;
    }

    /** Grows by doubling, which nothing has no use for. */
    public void insert(int key) {
        if (size == heap.length) {
            int[] more = new int[2 * heap.length];
            System.arraycopy(heap, 0, more, 0, size);
            heap = more;
        }
        heap[size] = key; // error: ArrayIndexOutOfBoundsException
        for (int i = size++; i > 0 && heap[(i - 1) / 2] > heap[i]; i = (i - 1) / 2) swap(i, (i - 1) / 2);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int min() { // forgets that an array of none has no first element
        return heap[0]; // error: ArrayIndexOutOfBoundsException
    }

    public int removeMin() {
        int min = heap[0]; // error: ArrayIndexOutOfBoundsException
        heap[0] = heap[--size]; // error: ArrayIndexOutOfBoundsException
        sink(0);
        return min;
    }

    private void sink(int i) {
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && heap[child + 1] < heap[child]) child++;
            if (heap[i] <= heap[child]) return;
            swap(i, child);
            i = child;
        }
    }

    /** Whether each parent is no greater than its children. */
    public boolean isHeap() { // correct
        for (int i = 1; i < size; i++)
            if (heap[(i - 1) / 2] > heap[i]) return false;
        return true;
    }

    /** A heap of those values. */
    public static MinHeap of(int[] values) {
        MinHeap h = new MinHeap(values.length); // error: NullPointerException
        h.size = values.length;
        System.arraycopy(values, 0, h.heap, 0, values.length);
        for (int i = h.size / 2; i >= 0; i--) h.sink(i);
        return h;
    }
}
