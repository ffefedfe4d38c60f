// expect: false (1.5 as a text)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DoubleStringFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        String s = "" + d;
        assert !s.equals("1.5");
    }
}
