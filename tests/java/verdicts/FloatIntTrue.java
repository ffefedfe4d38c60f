// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatIntTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Verifier.assume(i > -16777216 && i < 16777216);
        assert (int) (float) i == i;
    }
}
