// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Rounds without end, some dozen states. */
public class StatePumpTrue {
    static class Pump {
        int level;
        boolean on, methane;
        void env(boolean m) { methane = m; }
        void rise() {
            if (level < 3)
                level++;
        }
        void step() {
            if (on) {
                if (level > 0)
                    level--;
                if (level == 0 || methane)
                    on = false;
            } else if (level == 3 && !methane)
                on = true;
        }
    }
    public static void main(String[] args) {
        Pump p = new Pump();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean())
                p.rise();
            if (Verifier.nondetBoolean())
                p.env(Verifier.nondetBoolean());
            p.step();
            assert !(p.on && p.methane);
            assert p.level >= 0 && p.level <= 3;
        }
    }
}
