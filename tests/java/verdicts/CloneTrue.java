// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CloneTrue {
    static class P implements Cloneable {
        int[] a = {1, 2};
        int x;
        P copy() {
            try {
                return (P)super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }
    public static void main(String[] args) {
        P p = new P();
        p.x = Verifier.nondetInt();
        P q = p.copy();
        assert q != p && q.x == p.x && q.a == p.a;
        q.a = p.a.clone();
        q.a[0] = 5;
        assert p.a[0] == 1;
    }
}
