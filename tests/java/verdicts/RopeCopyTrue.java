// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeCopyTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder b = new StringBuilder(s);
        assert b.toString().equals(s);
    }
}
