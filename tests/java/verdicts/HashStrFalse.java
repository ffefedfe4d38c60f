// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class HashStrFalse {
    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        m.put(a, 1);
        m.put(b, 2);
        if (m.get(a) == 2) assert a.length() != 2;
    }
}
