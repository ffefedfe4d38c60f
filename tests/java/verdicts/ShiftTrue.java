// expect: true (doubling three times)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShiftTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < 1000);
        assert (x << 3) == x * 8;
    }
}
