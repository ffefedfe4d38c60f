// expect: false
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import verdict.Verifier;

/** Only the count of changes tells the states apart. */
public class StateIteratorFalse {
    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(1, 2));
        Iterator<Integer> it = l.iterator();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean())
                it = l.iterator();
            if (Verifier.nondetBoolean()) {
                l.add(3);
                l.remove(2);
            }
            if (it.hasNext())
                it.next();
        }
    }
}
