// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class WordsFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String[] p = s.trim().split("\\s+");
        assert p.length < 3 || !p[2].equals("c");
    }
}
