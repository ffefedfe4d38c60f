// expect: false (a negative number)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class UshrFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        assert (i >>> 28) != 15;
    }
}
