// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BstDeleteFalse {
    static class T {
        int k;
        T l, r;
        T(int k) {
            this.k = k;
        }
    }
    static T add(T t, int k) {
        if (t == null) return new T(k);
        if (k < t.k) t.l = add(t.l, k);
        else if (k > t.k) t.r = add(t.r, k);
        return t;
    }
    static T del(T t, int k) {
        if (t == null) return null;
        if (k < t.k) t.l = del(t.l, k);
        else if (k > t.k) t.r = del(t.r, k);
        else {
            if (t.l == null) return t.r;
            if (t.r == null) return t.l;
            T m = t.r;
            while (m.l != null) m = m.l;
            t.k = m.k;
            t.r = m.r;
        }
        return t;
    }
    static boolean has(T t, int k) {
        return t != null && (k == t.k || has(k < t.k ? t.l : t.r, k));
    }
    static int size(T t) {
        return t == null ? 0 : 1 + size(t.l) + size(t.r);
    }
    public static void main(String[] args) {
        T t = null;
        int[] v = new int[4];
        for (int i = 0; i < 4; i++) {
            v[i] = Verifier.nondetInt();
            t = add(t, v[i]);
        }
        int before = size(t);
        t = del(t, v[0]);
        assert size(t) == before - 1;
    }
}
