// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** An infusion pump with modes, and asserts of two conditions after each step. */
public class PumpModesTrue {
    static final int OFF = 0, IDLE = 1, ACTIVE = 2, PAUSED = 3, ALARM = 4;
    int mode, rate, total, limit = 100, alarm;

    void step(boolean on, boolean start, boolean pause, boolean clear, int level, int wanted) {
        switch (mode) {
            case OFF:
                if (on) mode = IDLE;
                break;
            case IDLE:
                if (!on) mode = OFF;
                else if (start && wanted > 0 && wanted <= 10) {
                    rate = wanted;
                    mode = ACTIVE;
                }
                break;
            case ACTIVE:
            case PAUSED:
                if (!on || level > 3) {
                    mode = on ? ALARM : OFF;
                    alarm = level;
                    rate = 0;
                } else if (pause) {
                    mode = mode == ACTIVE ? PAUSED : ACTIVE;
                } else if (mode == ACTIVE) {
                    if (total + rate > limit) {
                        mode = IDLE;
                        rate = 0;
                    } else {
                        total += rate;
                    }
                }
                break;
            default:
                if (clear) {
                    mode = on ? IDLE : OFF;
                    alarm = 0;
                }
        }
    }

    public static void main(String[] args) {
        PumpModesTrue p = new PumpModesTrue();
        for (int i = 0; i < 4; i++) {
            p.step(Verifier.nondetBoolean(), Verifier.nondetBoolean(), Verifier.nondetBoolean(),
                   Verifier.nondetBoolean(), Verifier.nondetInt(), Verifier.nondetInt());
            assert p.mode != ALARM || p.rate == 0;
            assert p.mode != ALARM || p.alarm > 3;
            assert p.rate >= 0 && p.rate <= 10;
        }
        assert p.total <= p.limit;
    }
}
