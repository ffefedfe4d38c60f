// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class LruFalse {
    static class Lru extends LinkedHashMap<Integer, String> {
        Lru() {
            super(4, 0.75f, true);
        }
        @Override protected boolean removeEldestEntry(Map.Entry<Integer, String> e) {
            return size() > 2;
        }
    }
    public static void main(String[] args) {
        Lru m = new Lru();
        m.put(1, "a");
        m.put(2, "b");
        m.get(Verifier.nondetInt());
        m.put(3, "c");
        assert !m.containsKey(1);
    }
}
