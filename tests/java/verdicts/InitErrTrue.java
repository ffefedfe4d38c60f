// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InitErrTrue {
    static class H { static int v = 1 / Integer.parseInt("0"); }
    public static void main(String[] args) {
        try {
            int x = H.v;
            assert false;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException;
        }
        try {
            int x = H.v;
            assert false;
        } catch (NoClassDefFoundError e) {
        }
        boolean b = Verifier.nondetBoolean();
    }
}
