// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeCallFalse {
    static int clamp(int v, int lo, int hi) {
        if (v < lo) return lo;
        if (v >= hi) return hi - 1;
        return v;
    }
    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 10; i++) s += clamp(Verifier.nondetInt(), 0, 5);
        assert s != 33;
    }
}
