// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AnagramFalse {
    public static void main(String[] args) {
        char[] a = Verifier.nondetString().toCharArray();
        if (a.length != 3) return;
        java.util.Arrays.sort(a);
        assert !new String(a).equals("abc") || a[0] != 'a';
    }
}
