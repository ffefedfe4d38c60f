// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class McCarthyFalse {
    static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int r = f(x);
        assert r == 91 || x > 102;
    }
}
