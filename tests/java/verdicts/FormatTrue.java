// expect: true (one digit)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FormatTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 10);
        assert String.format("%d", i).length() == 1;
    }
}
