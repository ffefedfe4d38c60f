// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ToStringLenTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int l = Integer.toString(n).length();
        assert l >= 1 && l <= 11;
    }
}
