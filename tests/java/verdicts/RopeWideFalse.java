// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeWideFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("\u4e2d");
        b.setLength(0);
        String s = Verifier.nondetString();
        b.append(s);
        assert !b.toString().equals("hey");
    }
}
