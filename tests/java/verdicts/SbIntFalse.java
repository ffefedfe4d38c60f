// expect: false (undecided: all texts of an int; -123)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbIntFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(Verifier.nondetInt());
        assert !b.toString().equals("-123");
    }
}
