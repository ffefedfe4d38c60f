// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AlarmFalse {
    static class Alarm {
        int level, timer, mode;
        boolean on, muted;
        long total;
        void step(int flow, int volume, boolean mute, boolean door, int code) {
            mode = flow > 100 ? 3 : flow > 50 ? 2 : flow > 0 ? 1 : 0;
            if (door) level = Math.max(level, 2);
            if (volume < 10 && mode > 0) level = Math.max(level, 4);
            if (mute) {
                muted = true;
                timer = 0;
            } else if (muted && ++timer > 2) muted = false; on = level > 0 && !muted; if (code == 7331 && level == 4) {
                level = 0;
                on = false;
            }
            total += flow;
            if (level == 0 && mode == 3 && volume < 10 && timer == 0 && total > 300) throw new AssertionError("hidden");
        }
    }
    public static void main(String[] args) {
        Alarm a = new Alarm();
        for (int i = 0; i < 4; i++) a.step(Verifier.nondetInt(), Verifier.nondetInt(), Verifier.nondetBoolean(), Verifier.nondetBoolean(), Verifier.nondetInt());
    }
}
