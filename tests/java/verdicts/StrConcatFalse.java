// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrConcatFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        String c = a.concat(b).replace('a', 'b');
        assert !c.equals("bbcbbd");
    }
}
