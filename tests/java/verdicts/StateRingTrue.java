// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** What is stored is any boolean: states are the same but for the names of what they hold. */
public class StateRingTrue {
    static boolean[] q = new boolean[3];
    static int head, n;
    public static void main(String[] args) {
        while (true) {
            int c = Verifier.nondetInt();
            if (c == 0) {
                if (n < 3) {
                    q[(head + n) % 3] = Verifier.nondetBoolean();
                    n++;
                }
            } else if (c == 1) {
                if (n > 0) {
                    q[head] = false;
                    head = (head + 1) % 3;
                    n--;
                }
            } else if (c == 2)
                break;
            assert n >= 0 && n <= 3 && head < 3;
        }
    }
}
