// expect: false (boxes above 127 are other objects)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxCacheFalse {
    public static void main(String[] args) {
        int v = Verifier.nondetInt();
        Verifier.assume(v >= 0 && v <= 200);
        Integer a = v;
        Integer b = v;
        assert a == b;
    }
}
