// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LabelTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 0 || n > 8) return;
        int hits = 0;
    outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (i * j == n) continue outer;
                if (i + j > n) break outer;
                hits++;
            }
        }
        assert hits >= 0 && hits < 25;
    }
}
