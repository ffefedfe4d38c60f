// expect: false (YES, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EqualsIgnoreFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (!s.equals("Yes")) assert !s.equalsIgnoreCase("yes");
    }
}
