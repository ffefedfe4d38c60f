// expect: false (the sum of two positive ints may wrap)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AverageFalse {
    public static void main(String[] args) {
        int low = Verifier.nondetInt();
        int high = Verifier.nondetInt();
        Verifier.assume(0 <= low && low <= high);
        int mid = (low + high) / 2;
        assert low <= mid;
    }
}
