// expect: false (a missing key unboxes null)
// SPDX-License-Identifier: Apache-2.0
import java.util.HashMap;
import verdict.Verifier;

public class MapFalse {
    public static void main(String[] args) {
        HashMap<Integer, Integer> map = new HashMap<>();
        map.put(1, 10);
        map.put(2, 20);
        int key = Verifier.nondetInt();
        Verifier.assume(key >= 1 && key <= 3);
        int v = map.get(key);
        assert v > 0;
    }
}
