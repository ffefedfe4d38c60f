// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeEqualsTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !(s + "x").equals(s);
    }
}
