// expect: false (two elements are null)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ObjArrayFalse {
    public static void main(String[] args) {
        Object[] a = new Object[3];
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 3);
        a[i] = "x";
        for (Object o : a) o.hashCode();
    }
}
