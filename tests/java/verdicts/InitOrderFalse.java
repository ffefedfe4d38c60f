// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InitOrderFalse {
    static class P {
        P() {
            check();
        }
        void check() {
        }
    }
    static class C extends P {
        int v = 5;
        Integer w = 7;
        @Override void check() {
            assert v == 0;
            assert w != null;
        }
    }
    public static void main(String[] args) {
        new C();
    }
}
