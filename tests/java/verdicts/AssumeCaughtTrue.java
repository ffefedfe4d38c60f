// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AssumeCaughtTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            Verifier.assume(x > 10);
        } catch (Throwable t) {
            assert false;
        } finally {
            assert x != 3;
        }
        assert x > 10;
    }
}
