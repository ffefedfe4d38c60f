// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TryResTrue {
    static int open;
    static class R implements AutoCloseable {
        R() { open++; }
        public void close() { open--; }
    }
    public static void main(String[] args) {
        try (R a = new R(); R b = new R()) {
            assert open == 2;
            if (Verifier.nondetBoolean()) throw new IllegalStateException("x");
        } catch (IllegalStateException e) {
            assert open == 0;
        }
        assert open == 0;
    }
}
