// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SieveTrue {
    public static void main(String[] args) {
        boolean[] c = new boolean[50];
        int n = 0;
        for (int i = 2; i < 50; i++) {
            if (!c[i]) {
                n++;
                for (int j = i * 2; j < 50; j += i) c[j] = true;
            }
        }
        assert n == 15;
        int k = Verifier.nondetInt();
        if (k < 2 || k > 49) return;
        if (!c[k])
            for (int i = 2; i < k; i++) assert k % i != 0;
    }
}
