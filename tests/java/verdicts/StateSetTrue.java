// expect: true
// SPDX-License-Identifier: Apache-2.0
import java.util.HashSet;
import java.util.Set;
import verdict.Verifier;

public class StateSetTrue {
    public static void main(String[] args) {
        Set<Integer> s = new HashSet<>();
        while (Verifier.nondetBoolean()) {
            int v = Verifier.nondetInt();
            if (v >= 0 && v < 2)
                s.add(v);
            if (v == 9)
                s.clear();
            assert s.size() <= 2;
        }
    }
}
