// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HeapPropTrue {
    static int[] heap = new int[8];
    static int size;
    static void push(int v) {
        int i = size++;
        heap[i] = v;
        while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
            int p = (i - 1) / 2, t = heap[p];
            heap[p] = heap[i];
            heap[i] = t;
            i = p;
        }
    }
    static int pop() {
        int r = heap[0];
        heap[0] = heap[--size];
        int i = 0;
        while (true) {
            int l = 2 * i + 1, m = i;
            if (l < size && heap[l] < heap[m]) m = l;
            if (l + 1 < size && heap[l + 1] < heap[m]) m = l + 1;
            if (m == i) return r;
            int t = heap[m];
            heap[m] = heap[i];
            heap[i] = t;
            i = m;
        }
    }
    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) push(Verifier.nondetInt());
        int last = pop();
        while (size > 0) {
            int x = pop();
            assert x >= last;
            last = x;
        }
    }
}
