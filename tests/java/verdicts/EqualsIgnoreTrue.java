// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EqualsIgnoreTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.equalsIgnoreCase("yes")) assert s.length() == 3;
    }
}
