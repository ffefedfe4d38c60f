// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeCompareFalse {
    public static void main(String[] args) {
        String s = "b" + Verifier.nondetString();
        assert s.compareTo("bc") != 1;
    }
}
