// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrFormatFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        if (i < 0 || i > 999) return;
        assert !String.format("%04d", i).equals("0742");
    }
}
