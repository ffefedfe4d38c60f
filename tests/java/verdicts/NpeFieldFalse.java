// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NpeFieldFalse {
    static class P {
        P next;
        int v;
    }
    public static void main(String[] args) {
        P p = new P();
        int n = Verifier.nondetInt();
        for (int i = 0; i < n && i < 3; i++) {
            P q = new P();
            q.next = p;
            p = q;
        }
        assert p.next.next.next.v == 0;
    }
}
