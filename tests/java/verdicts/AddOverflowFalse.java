// expect: false (x + 1 wraps at the greatest int)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AddOverflowFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert x + 1 > x;
    }
}
