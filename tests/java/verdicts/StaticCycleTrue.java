// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StaticCycleTrue {
    static class A { static int x = B.y + 1; }
    static class B { static int y = A.x + 1; }
    public static void main(String[] args) {
        if (Verifier.nondetBoolean()) {
            assert A.x == 2 && B.y == 1;
        } else {
            assert B.y == 2 && A.x == 1;
        }
    }
}
