// expect: false (large floats become the greatest int)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class F2iFalse {
    public static void main(String[] args) {
        float f = Verifier.nondetFloat();
        assert (int) f != Integer.MAX_VALUE;
    }
}
