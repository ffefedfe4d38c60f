// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateLightTrue {
    enum L { RED, GREEN, YELLOW }
    static class Light {
        L l = L.RED;
        int t;
        void tick() {
            t++;
            switch (l) {
            case RED:
                if (t >= 3) {
                    l = L.GREEN;
                    t = 0;
                }
                break;
            case GREEN:
                if (t >= 2) {
                    l = L.YELLOW;
                    t = 0;
                }
                break;
            default:
                if (t >= 1) {
                    l = L.RED;
                    t = 0;
                }
            }
        }
    }
    public static void main(String[] args) {
        Light n = new Light(), e = new Light();
        e.l = L.GREEN;
        while (Verifier.nondetInt() != 0) {
            if (Verifier.nondetBoolean())
                n.tick();
            if (n.l == L.RED && Verifier.nondetBoolean())
                e.tick();
            assert n.t <= 3 && e.t <= 2;
        }
    }
}
