// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeFieldFalse {
    static class Box {
        int v;
        long w;
        void add(int a) {
            v += a;
            if (a > 3) w += 10;
        }
    }
    public static void main(String[] args) {
        Box box = new Box();
        for (int i = 0; i < 6; i++) {
            int k = Verifier.nondetInt();
            if (k < 0 || k > 9) return;
            if (k % 2 == 0) box.add(k);
        }
        assert box.w != 40 || box.v != 22;
    }
}
