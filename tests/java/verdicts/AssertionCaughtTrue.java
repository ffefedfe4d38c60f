// expect: true (the AssertionError itself is caught)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AssertionCaughtTrue {
    public static void main(String[] args) {
        try {
            assert Verifier.nondetInt() > 0;
        } catch (AssertionError e) {
            return;
        }
    }
}
