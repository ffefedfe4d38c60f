// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateMachTrue {
    public static void main(String[] args) {
        int s = 0;
        for (int i = 0; i < 6; i++) {
            int e = Verifier.nondetInt();
            switch (s) {
            case 0: s = e == 1 ? 1 : 0; break;
            case 1: s = e == 2 ? 2 : e == 3 ? 0 : 1; break;
            case 2: s = e > 5 ? 3 : 1; break;
            default: s = 0;
            }
            assert s >= 0 && s < 4;
        }
    }
}
