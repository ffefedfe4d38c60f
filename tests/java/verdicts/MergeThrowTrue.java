// expect: true (one way throws: no way is merged)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeThrowTrue {
    public static void main(String[] args) {
        int n = 0;
        for (int i = 0; i < 4; i++) {
            int k = Verifier.nondetInt();
            try {
                if (k > 3)
                    n += 10 / (k - 4);
                else
                    n++;
            } catch (ArithmeticException e) {
                n += 100;
                assert k == 4;
            }
        }
        assert n >= 0;
    }
}
