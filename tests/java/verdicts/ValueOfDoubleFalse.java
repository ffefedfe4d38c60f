// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfDoubleFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        assert !String.valueOf(d).equals("1.0E10");
    }
}
