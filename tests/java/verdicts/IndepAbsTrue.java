// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IndepAbsTrue {
    public static void main(String[] args) {
        long s = 0;
        for (int i = 0; i < 8; i++) {
            int v = Verifier.nondetInt();
            s += v < 0 ? -(long)v : v;
        }
        assert s >= 0;
    }
}
