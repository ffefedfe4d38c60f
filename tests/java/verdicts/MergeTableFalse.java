// expect: false (a table looked up at an unknown place)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeTableFalse {
    public static void main(String[] args) {
        int[] t = {3, 1, 4, 1, 5, 9, 2, 6};
        int s = 0;
        for (int i = 0; i < 6; i++) s = s * 3 + t[Verifier.nondetInt() & 7];
        assert s != 1234;
    }
}
