// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeDeletePieceFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        StringBuilder all = new StringBuilder(a).append(b);
        all.delete(1, a.length() + 1);
        assert !all.toString().equals("xyz") || a.length() != 4;
    }
}
