// expect: true (references part)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MergeRefTrue {
    public static void main(String[] args) {
        StringBuilder a = new StringBuilder("a"), b = new StringBuilder("bb"), c;
        int k = Verifier.nondetInt();
        int n = 0;
        if (k > 0) {
            c = a;
            n = 1;
        } else {
            c = b;
            n = 2;
        }
        assert c.length() == n;
    }
}
