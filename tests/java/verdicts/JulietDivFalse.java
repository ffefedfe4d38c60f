// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JulietDivFalse {
    public static void main(String[] args) {
        float data = Verifier.nondetFloat();
        if (Math.abs(data) < 0.000001f) {
            int r = (int)(100.0 / data);
            assert r != Integer.MAX_VALUE;
        }
    }
}
