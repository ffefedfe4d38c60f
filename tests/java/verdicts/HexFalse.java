// expect: false (255)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HexFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        assert !Integer.toHexString(i).equals("ff");
    }
}
