// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StaticNondetFalse {
    static class H {
        static final int V = Verifier.nondetInt();
        static {
            if (V == 4711) throw new IllegalStateException();
        }
    }
    public static void main(String[] args) {
        int k = Verifier.nondetInt();
        if (k == 5) {
            try {
                System.out.println(H.V);
            } catch (ExceptionInInitializerError e) {
                assert !(e.getCause() instanceof IllegalStateException);
            }
        }
    }
}
