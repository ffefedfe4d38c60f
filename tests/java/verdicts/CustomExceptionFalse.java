// expect: false (thrown for 77)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CustomExceptionFalse {
    static class Odd extends RuntimeException {
    }

    static void check(int x) {
        if (x == 77) throw new Odd();
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        check(x);
    }
}
