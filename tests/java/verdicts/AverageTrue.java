// expect: true (low + (high - low) / 2 stays between)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AverageTrue {
    public static void main(String[] args) {
        int low = Verifier.nondetInt();
        int high = Verifier.nondetInt();
        Verifier.assume(0 <= low && low <= high);
        int mid = low + (high - low) / 2;
        assert low <= mid && mid <= high;
    }
}
