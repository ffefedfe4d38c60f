// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CtorOrderFalse {
    static abstract class Base {
        int size;
        Base() { size = compute(); }
        abstract int compute();
    }
    static class D extends Base {
        int k = 7;
        final int n;
        D(int n) { this.n = n; }
        int compute() { return k + 1; }
    }
    public static void main(String[] args) {
        D d = new D(Verifier.nondetInt());
        assert d.size == d.k + 1;
    }
}
