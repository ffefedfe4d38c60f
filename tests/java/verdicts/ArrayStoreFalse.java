// expect: false (ArrayStoreException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArrayStoreFalse {
    public static void main(String[] args) {
        Object[] a = Verifier.nondetBoolean() ? new Object[1] : new Integer[1];
        a[0] = "text";
    }
}
