// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeFormatFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        assert !String.format("%s=%s;", a, b).equals("k=\u1234;");
    }
}
