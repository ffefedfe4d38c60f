// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TableChainTrue {
    public static void main(String[] args) {
        int[] same = {0, 1, 2, 3, 4, 5}, turn = {5, 4, 3, 2, 1, 0};
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 6);
        int k = same[i];
        for (int n = 0; n < 40; n++) k = turn[turn[same[k]]];
        assert k == i;
        assert k != 3 || i == 3;
    }
}
