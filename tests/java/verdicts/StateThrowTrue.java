// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateThrowTrue {
    public static void main(String[] args) {
        int x = 0, y = 0;
        while (true) {
            boolean b = Verifier.nondetBoolean();
            try {
                if (b) {
                    if (x == 2)
                        throw new IllegalStateException();
                    x++;
                } else {
                    y = x;
                    x = 0;
                }
            } catch (IllegalStateException e) {
                x = 0;
            } finally {
                assert x >= 0 && x <= 2;
            }
            assert y <= 2;
        }
    }
}
