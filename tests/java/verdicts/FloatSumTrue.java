// expect: true (addition is monotone)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatSumTrue {
    public static void main(String[] args) {
        float x = Verifier.nondetFloat();
        Verifier.assume(x >= 0.0f && x <= 10.0f);
        float y = x + 1.0f;
        assert y >= 1.0f && y <= 11.0f;
    }
}
