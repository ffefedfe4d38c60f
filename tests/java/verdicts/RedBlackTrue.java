// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RedBlackTrue {
    static final int R = 0, B = 1;
    static class N {
        int k, c = R;
        N l, r;
        N(int k) {
            this.k = k;
        }
    }
    static boolean red(N n) {
        return n != null && n.c == R;
    }
    static N rotL(N h) {
        N x = h.r;
        h.r = x.l;
        x.l = h;
        x.c = h.c;
        h.c = R;
        return x;
    }
    static N rotR(N h) {
        N x = h.l;
        h.l = x.r;
        x.r = h;
        x.c = h.c;
        h.c = R;
        return x;
    }
    static N ins(N h, int k) {
        if (h == null) return new N(k);
        if (k < h.k) h.l = ins(h.l, k);
        else if (k > h.k) h.r = ins(h.r, k);
        if (red(h.r) && !red(h.l)) h = rotL(h);
        if (red(h.l) && red(h.l.l)) h = rotR(h);
        if (red(h.l) && red(h.r)) {
            h.c = R;
            h.l.c = B;
            h.r.c = B;
        }
        return h;
    }
    static int bh(N n) {
        if (n == null) return 1;
        int a = bh(n.l), b = bh(n.r);
        assert a == b;
        assert !(red(n) && red(n.l));
        return a + n.c;
    }
    public static void main(String[] args) {
        N t = null;
        for (int i = 0; i < 4; i++) {
            t = ins(t, Verifier.nondetInt());
            t.c = B;
        }
        bh(t);
    }
}
