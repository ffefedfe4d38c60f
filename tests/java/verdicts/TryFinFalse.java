// expect: false (finally's return wins)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TryFinFalse {
    static int f(int x) {
        try {
            if (x > 5) throw new RuntimeException();
            return 1;
        } catch (RuntimeException e) {
            return 2;
        } finally {
            if (x == 8) return 3;
        }
    }

    public static void main(String[] args) {
        assert f(Verifier.nondetInt()) != 3;
    }
}
