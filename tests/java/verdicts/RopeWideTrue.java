// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeWideTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("\u4e2d");
        b.setLength(0);
        String s = Verifier.nondetString();
        Verifier.assume(s.length() == 2);
        b.append(s);
        assert b.toString().equals(s);
    }
}
