// expect: true (methods that do no more than choose)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeCallTrue {
    static int clamp(int v, int lo, int hi) {
        if (v < lo) return lo;
        if (v > hi) return hi;
        return v;
    }
    static int sign(long v) { return v < 0 ? -1 : v > 0 ? 1 : 0; }
    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 10; i++) {
            int v = Verifier.nondetInt();
            int c = clamp(v, -5, 5);
            assert sign(c) == sign(v);
            s += c;
        }
        assert s >= -50 && s <= 50;
    }
}
