// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LinkedListTrue2 {
    public static void main(String[] args) {
        java.util.LinkedList<Integer> l = new java.util.LinkedList<>();
        for (int i = 0; i < 4; i++)
            if (Verifier.nondetBoolean())
                l.addFirst(i);
            else
                l.addLast(i);
        assert l.size() == 4 && l.contains(2);
        l.remove(Integer.valueOf(2));
        assert l.indexOf(2) == -1 && l.size() == 3;
    }
}
