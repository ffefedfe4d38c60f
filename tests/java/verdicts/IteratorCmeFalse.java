// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IteratorCmeFalse {
    public static void main(String[] args) {
        java.util.List<Integer> l = new java.util.ArrayList<>(java.util.Arrays.asList(1, 2, 3, 4));
        int k = Verifier.nondetInt();
        for (Integer i : l)
            if (i == k) l.remove(i);
    }
}
