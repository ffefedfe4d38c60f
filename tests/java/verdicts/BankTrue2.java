// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BankTrue2 {
    static class Acc {
        private long bal;
        void dep(int v) {
            if (v <= 0) throw new IllegalArgumentException("dep");
            bal += v;
        }
        boolean wd(int v) {
            if (v <= 0 || v > bal) return false;
            bal -= v;
            return true;
        }
    }
    public static void main(String[] args) {
        Acc a = new Acc();
        for (int i = 0; i < 4; i++) {
            int v = Verifier.nondetInt();
            if (Verifier.nondetBoolean()) {
                try {
                    a.dep(v);
                } catch (IllegalArgumentException e) {
                    assert v <= 0;
                }
            } else
                a.wd(v);
            assert a.bal >= 0;
        }
    }
}
