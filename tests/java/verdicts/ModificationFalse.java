// expect: false (ConcurrentModificationException)
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import verdict.Verifier;

public class ModificationFalse {
    public static void main(String[] args) {
        ArrayList<Integer> list = new ArrayList<>();
        for (int i = 0; i < 4; i++) list.add(i);
        int x = Verifier.nondetInt();
        for (Integer i : list) if (i == x) list.remove(i);
    }
}
