// expect: false (nor where null is looked into)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeNullFalse {
    static class P { int v; }
    public static void main(String[] args) {
        P p = null;
        int k = Verifier.nondetInt();
        int n = 0;
        if (k == 7)
            n = p.v;
        else
            n = 1;
        assert n == 1;
    }
}
