// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbIndexFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        int n = Verifier.nondetInt();
        for (int i = 0; i < 5; i++) b.append((char)('a' + i));
        char c = b.charAt(n);
        assert c != 'e';
    }
}
