// expect: false (ba)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ToCharFalse {
    public static void main(String[] args) {
        char[] c = Verifier.nondetString().toCharArray();
        if (c.length == 2) assert c[0] <= c[1];
    }
}
