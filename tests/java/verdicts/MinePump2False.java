// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MinePump2False {
    static class Env {
        int level = 1;
        boolean methane;
        void raise() {
            if (level < 2) level++;
        }
        void lower() {
            if (level > 0) level--;
        }
        void change() { methane = !methane; }
    }
    static class Pump {
        Env e;
        boolean on;
        Pump(Env e) { this.e = e; }
        void step() {
            if (on) e.lower();
            if (!on && e.level == 2) on = true;
        }
    }
    public static void main(String[] args) {
        Env e = new Env();
        Pump p = new Pump(e);
        int c = 0;
        while (c < 4) {
            if (Verifier.nondetBoolean()) e.raise();
            if (Verifier.nondetBoolean()) e.change();
            p.step();
            if (p.on && e.methane) throw new AssertionError("spec1");
            c++;
        }
    }
}
