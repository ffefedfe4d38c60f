// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CollSortTrue {
    public static void main(String[] args) {
        java.util.List<Integer> l = new java.util.ArrayList<>();
        for (int i = 0; i < 4; i++) l.add(Verifier.nondetInt());
        java.util.Collections.sort(l, java.util.Comparator.reverseOrder());
        for (int i = 1; i < 4; i++) assert l.get(i - 1) >= l.get(i);
    }
}
