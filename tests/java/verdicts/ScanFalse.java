// expect: false (two words)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ScanFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        java.util.StringTokenizer t = new java.util.StringTokenizer(s);
        assert t.countTokens() != 2;
    }
}
