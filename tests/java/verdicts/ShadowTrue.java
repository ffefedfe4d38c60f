// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShadowTrue {
    static class A {
        int f = 1;
        int get() { return f; }
        static String n() { return "A"; }
    }
    static class B extends A {
        int f = 2;
        int get() { return f + super.f; }
        static String n() { return "B"; }
    }
    public static void main(String[] args) {
        A a = Verifier.nondetBoolean() ? new A() : new B();
        assert a.f == 1 && (a.get() == 1 || a.get() == 3) && A.n() != B.n();
    }
}
