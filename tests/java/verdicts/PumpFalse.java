// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PumpFalse {
    static class Env {
        int level = 1;
        boolean meth;
        void lower() {
            if (level > 0) level--;
        }
        void rise() {
            if (level < 3) level++;
        }
    }
    static class Pump {
        final Env e;
        boolean run;
        Pump(Env e) {
            this.e = e;
        }
        void time() {
            if (run) e.lower();
            if (!run && e.level >= 2) run = true;
            else if (run && e.level == 0) run = false;
            if (e.meth) run = false;
        }
    }
    public static void main(String[] args) {
        Env e = new Env();
        Pump p = new Pump(e);
        for (int i = 0; i < 6; i++) {
            if (Verifier.nondetBoolean()) e.rise();
            if (Verifier.nondetBoolean()) e.meth = !e.meth;
            p.time();
            assert !(e.level == 3 && !p.run && !e.meth);
            assert e.level < 3;
        }
    }
}
