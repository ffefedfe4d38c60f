// expect: false (151 rounds)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LoopLateFalse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int c = 0;
        for (int i = 0; i < n; i++) { c++; if (c > 150) break; }
        assert c < 150;
    }
}
