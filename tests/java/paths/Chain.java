// SPDX-License-Identifier: Apache-2.0
// Case study 2 (figure 3.10).
package paths;

class Chain {
    int a;
    Chain next;

    int q(Chain x, Chain y) {
        if (x != null) {
            if (x.next != null && x.next.next != null && x.next.next.a != 0) return x.next.next.a;
            else return 1;
        } else if (y != null && y.next != null && y.next.a != 0) return Numbers.abs(y.next.a);
        else return 2;
    }
}
