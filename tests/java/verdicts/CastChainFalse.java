// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CastChainFalse {
    static class A {}
    static class B extends A { int v = 3; }
    static class C extends B {}
    static A make(int k) { return k == 0 ? new A() : k == 1 ? new B() : new C(); }
    public static void main(String[] args) {
        A a = make(Verifier.nondetInt());
        if (a instanceof B) {
            B b = (B)a;
            assert b.v == 3;
        }
        C c = (C)a;
    }
}
