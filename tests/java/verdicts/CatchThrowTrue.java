// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CatchThrowTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        try {
            assert n != 3;
        } catch (Throwable t) {
            assert t instanceof AssertionError && n == 3;
        }
    }
}
