// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeLengthTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        String c = a + b;
        assert c.length() == a.length() + b.length();
    }
}
