// expect: false (one of them)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeWrapFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = x;
        if (Verifier.nondetBoolean()) y = x + 1;
        assert y >= x;
    }
}
