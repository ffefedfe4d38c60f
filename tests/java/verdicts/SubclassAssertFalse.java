// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SubclassAssertFalse {
    static class My extends AssertionError {
    }
    public static void main(String[] args) {
        if (Verifier.nondetInt() == 1234567) throw new My();
    }
}
