// expect: true (finally runs on both ways)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FinallyTrue {
    public static void main(String[] args) {
        boolean[] done = {false};
        try {
            if (Verifier.nondetBoolean()) throw new IllegalStateException();
        } catch (IllegalStateException e) {
            assert !done[0];
        } finally {
            done[0] = true;
        }
        assert done[0];
    }
}
