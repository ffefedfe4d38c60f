// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CustomExTrue {
    static class My extends Exception {
        final int code;
        My(int c) {
            super("code " + c);
            code = c;
        }
    }
    static void f(int x) throws My {
        if (x % 7 == 3) throw new My(x);
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            f(x);
            assert x % 7 != 3;
        } catch (My e) {
            assert e.code == x && e.getMessage().startsWith("code");
        }
    }
}
