// expect: false (the text may hold it)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ContainsFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.contains("needle");
    }
}
