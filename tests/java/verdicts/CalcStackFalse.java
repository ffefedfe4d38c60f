// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CalcStackFalse {
    static int eval(int[] ops) {
        int[] st = new int[8];
        int n = 0;
        for (int o : ops) {
            if (o >= 0) st[n++] = o;
            else {
                int b = st[--n], a = st[--n];
                st[n++] = o == -1 ? a + b : o == -2 ? a - b : a * b;
            }
        }
        return st[0];
    }
    public static void main(String[] args) {
        int[] o = new int[5];
        for (int i = 0; i < 5; i++) {
            o[i] = Verifier.nondetInt();
            Verifier.assume(o[i] >= -3 && o[i] < 10);
        }
        assert eval(o) != 56;
    }
}
