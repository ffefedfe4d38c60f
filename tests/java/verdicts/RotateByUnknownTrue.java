// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// Amounts of which only the lowest bits count, 0 among them.
public class RotateByUnknownTrue {
    public static void main(String[] args) {
        int v = Verifier.nondetInt(), s = Verifier.nondetInt();
        int left = v << s | v >>> 32 - s;
        assert (left >>> s | left << -s) == v;
    }
}
