// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class NondetInKeyFalse {
    static class K {
        @Override public int hashCode() {
            return Verifier.nondetInt() & 1;
        }
        @Override public boolean equals(Object o) {
            return o instanceof K;
        }
    }
    public static void main(String[] args) {
        Set<K> s = new HashSet<>();
        s.add(new K());
        s.add(new K());
        assert s.size() == 1;
    }
}
