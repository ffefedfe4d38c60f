// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CycleTrue {
    static class N {
        N next;
        int id;
    }
    public static void main(String[] args) {
        N[] n = new N[4];
        for (int i = 0; i < 4; i++) {
            n[i] = new N();
            n[i].id = i;
        }
        for (int i = 0; i < 4; i++) {
            int j = Verifier.nondetInt();
            Verifier.assume(j >= 0 && j < 4);
            n[i].next = n[j];
        }
        N a = n[0], b = n[0];
        int s = 0;
        do {
            a = a.next;
            b = b.next.next;
            s++;
        }  while (a != b);
        assert s <= 4;
    }
}
