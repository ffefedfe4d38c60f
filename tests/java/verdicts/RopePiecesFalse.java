// expect: false (with the first character x, b chosen, and one or two characters behind)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopePiecesFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        StringBuilder all = new StringBuilder(s).insert(0, "ab").insert(0, Verifier.nondetChar());
        String other = "x" + "a" + (Verifier.nondetBoolean() ? "b" : "c") + s;
        assert !all.toString().equals(other) || s.length() > 2 || s.isEmpty();
    }
}
