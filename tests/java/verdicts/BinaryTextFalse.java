// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BinaryTextFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert !Integer.toBinaryString(x).equals("101101");
    }
}
