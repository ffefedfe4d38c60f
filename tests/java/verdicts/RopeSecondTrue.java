// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSecondTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        String c = a + b;
        if (c.length() == 1) assert a.length() == 0 || c.charAt(0) == a.charAt(0);
    }
}
