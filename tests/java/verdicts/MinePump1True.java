// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MinePump1True {
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
        boolean critical() { return methane; }
    }
    static class Pump {
        Env e;
        boolean on, active = true;
        Pump(Env e) { this.e = e; }
        void step() {
            if (on) e.lower();
            if (active) control();
        }
        void control() {
            if (!on) {
                if (e.level == 2 && !e.critical()) on = true;
            } else if (e.critical())
                on = false;
        }
        void stop() {
            active = false;
            on = false;
        }
        void start() { active = true; }
    }
    static void spec(Pump p) { assert !(p.e.critical() && p.on && p.active); }
    public static void main(String[] args) {
        Env e = new Env();
        Pump p = new Pump(e);
        for (int i = 0; i < 4; i++) {
            if (Verifier.nondetBoolean()) e.raise();
            if (Verifier.nondetBoolean()) e.change();
            if (Verifier.nondetBoolean())
                p.start();
            else if (Verifier.nondetBoolean())
                p.stop();
            p.step();
            spec(p);
        }
    }
}
