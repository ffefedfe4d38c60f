// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class ShuffleFalse {
    public static void main(String[] args) {
        List<Integer> a = new ArrayList<>(List.of(1, 2, 3, 4));
        Collections.shuffle(a, new Random(7));
        int k = Verifier.nondetInt();
        Verifier.assume(k >= 0 && k < 4);
        assert a.get(k) != 3;
    }
}
