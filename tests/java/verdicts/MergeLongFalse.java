// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeLongFalse {
    public static void main(String[] args) {
        long s = 0;
        int hits = 0;
        for (int i = 0; i < 5; i++) {
            long v = Verifier.nondetLong();
            if (v > 1000000000000L) {
                s += v;
                hits++;
            } else if (v < -5)
                s -= 1;
        }
        assert hits != 3 || s >= 0;
    }
}
