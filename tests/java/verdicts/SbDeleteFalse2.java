// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbDeleteFalse2 {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        b.deleteCharAt(3);
        assert b.length() >= 0;
    }
}
