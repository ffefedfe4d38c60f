// expect: true (undecided: division of two longs; a quotient is no larger)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DivLongTrue {
    public static void main(String[] args) {
        long a = Verifier.nondetLong();
        long b = Verifier.nondetLong();
        Verifier.assume(b > 0 && a >= 0);
        assert a / b <= a;
    }
}
