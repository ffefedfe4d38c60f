// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxSameFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Integer a = i, b = i;
        assert a == b;
    }
}
