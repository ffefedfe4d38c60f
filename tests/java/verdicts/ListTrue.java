// expect: true (what was added is there)
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import verdict.Verifier;

public class ListTrue {
    public static void main(String[] args) {
        ArrayList<Integer> list = new ArrayList<>();
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 4);
        for (int i = 0; i < n; i++) list.add(i * i);
        assert list.size() == n;
        if (n == 4) assert list.get(3) == 9;
    }
}
