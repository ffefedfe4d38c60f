// expect: false (one input in four thousand million)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NeedleFalse {
    public static void main(String[] args) {
        String s = null;
        if (Verifier.nondetInt() == 123456789) s.length();
    }
}
