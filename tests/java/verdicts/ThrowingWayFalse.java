// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Some ways through the branches throw, and the program goes on behind them. */
public class ThrowingWayFalse {
    static int score(int a, boolean b, int[] table) {
        int n = 0;
        if (a > 10) {
            if (b) {
                if (a == 77) throw new IllegalStateException("a is " + a);
                n += 2;
            } else {
                n += table[a - 11];
            }
        }
        return n;
    }

    public static void main(String[] args) {
        int[] table = {1, 3, 5, 0};
        int sum = 0, thrown = 0, outside = 0;
        for (int i = 0; i < 4; i++) {
            try {
                sum += score(Verifier.nondetInt(), Verifier.nondetBoolean(), table);
            } catch (IllegalStateException e) {
                thrown++;
            } catch (ArrayIndexOutOfBoundsException e) {
                outside++;
            }
        }
        assert !(sum == 5 && thrown == 1 && outside == 2);
    }
}
