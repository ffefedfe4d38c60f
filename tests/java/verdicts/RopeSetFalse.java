// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSetFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString()).append("q");
        b.setCharAt(1, 'z');
        assert !b.toString().equals("kzq");
    }
}
