// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SuppressedTrue {
    static class R implements AutoCloseable {
        final int n;
        R(int n) {
            this.n = n;
        }
        public void close() {
            throw new IllegalStateException("c" + n);
        }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try (R a = new R(1); R b = new R(2)) {
            if (x > 0) throw new RuntimeException("body");
        } catch (RuntimeException e) {
            if (x > 0) {
                assert e.getMessage().equals("body");
                assert e.getSuppressed().length == 2;
            } else {
                assert e.getMessage().equals("c2");
                assert e.getSuppressed()[0].getMessage().equals("c1");
            }
            return;
        }
        assert false;
    }
}
