// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeDeleteFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString()).append("tail");
        b.delete(0, 2);
        assert !b.toString().equals("tail");
    }
}
