// expect: false (large values have boxes of their own)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxEqFalse {
    public static void main(String[] args) {
        Integer a = Verifier.nondetInt();
        Integer b = Verifier.nondetInt();
        if (a.equals(b)) assert a == b;
    }
}
