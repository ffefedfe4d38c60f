// expect: false (copies may be longer than the array, or the range be wrong)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CopyRangeFalse {
    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4};
        int i = Verifier.nondetInt();
        int[] b = java.util.Arrays.copyOfRange(a, 1, i);
        assert b.length < 5;
    }
}
