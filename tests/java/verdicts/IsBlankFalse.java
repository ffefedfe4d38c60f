// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IsBlankFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.isBlank()) assert s.trim().isEmpty();
    }
}
