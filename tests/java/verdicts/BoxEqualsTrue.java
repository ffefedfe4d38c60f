// expect: true (equals compares the values)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxEqualsTrue {
    public static void main(String[] args) {
        int v = Verifier.nondetInt();
        Integer a = v;
        Integer b = v;
        assert a.equals(b) && a.intValue() == v;
    }
}
