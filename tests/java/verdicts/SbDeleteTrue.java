// expect: true (one out, one in)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbDeleteTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("hello");
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 5);
        b.deleteCharAt(i);
        b.insert(i, 'z');
        assert b.length() == 5 && b.charAt(i) == 'z';
    }
}
