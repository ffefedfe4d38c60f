// expect: false (ab, then 7)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbNondetFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        b.append(Verifier.nondetString()).append(7);
        assert !b.toString().equals("ab7");
    }
}
