// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class McCarthyTrue {
    static int f(int n) {
        return n > 100 ? n - 10 : f(f(n + 11));
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x > 30 && x < 140);
        int r = f(x);
        assert r == 91 || (x > 101 && r == x - 10);
    }
}
