// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class Stack2False {
    static void rec(int n) {
        if (n == 0) throw new IllegalStateException();
        rec(n - 1);
    }
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 0 || n > 500) return;
        try {
            rec(n);
        } catch (StackOverflowError e) {
        }
    }
}
