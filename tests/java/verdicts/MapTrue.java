// expect: true (the last put counts)
// SPDX-License-Identifier: Apache-2.0
import java.util.HashMap;
import verdict.Verifier;

public class MapTrue {
    public static void main(String[] args) {
        HashMap<String, Integer> map = new HashMap<>();
        int v = Verifier.nondetInt();
        map.put("k", 1);
        map.put("k", v);
        assert map.get("k") == v && map.size() == 1;
    }
}
