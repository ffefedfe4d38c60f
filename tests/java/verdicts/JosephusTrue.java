// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JosephusTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt(), k = Verifier.nondetInt();
        Verifier.assume(n >= 1 && n <= 6 && k >= 1 && k <= 4);
        java.util.List<Integer> l = new java.util.ArrayList<>();
        for (int i = 0; i < n; i++) l.add(i);
        int at = 0;
        while (l.size() > 1) {
            at = (at + k - 1) % l.size();
            l.remove(at);
        }
        int r = 0;
        for (int i = 2; i <= n; i++) r = (r + k) % i;
        assert l.get(0) == r;
    }
}
