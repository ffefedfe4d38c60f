// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class GenericStackTrue {
    static class St<T> {
        private Object[] a = new Object[2];
        private int n;
        void push(T t) {
            if (n == a.length) a = java.util.Arrays.copyOf(a, 2 * n);
            a[n++] = t;
        }
        @SuppressWarnings("unchecked")
        T pop() {
            if (n == 0) throw new java.util.NoSuchElementException();
            return (T)a[--n];
        }
    }
    public static void main(String[] args) {
        St<Integer> s = new St<>();
        int k = Verifier.nondetInt();
        if (k < 0 || k > 6) return;
        for (int i = 0; i < k; i++) s.push(i * i);
        for (int i = k - 1; i >= 0; i--) assert s.pop() == i * i;
        try {
            s.pop();
            assert false;
        } catch (java.util.NoSuchElementException e) {
        }
    }
}
