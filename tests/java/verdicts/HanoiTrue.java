// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HanoiTrue {
    static int counter;
    static int hanoi(int n) {
        if (n == 1) return 1;
        return 2 * hanoi(n - 1) + 1;
    }
    static void apply(int n, int a, int b, int c) {
        if (n == 0) return;
        counter++;
        apply(n - 1, a, c, b);
        apply(n - 1, c, b, a);
    }
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 10) return;
        apply(n, 1, 3, 2);
        assert hanoi(n) >= counter;
    }
}
