// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbufTrue {
    public static void main(String[] args) {
        StringBuffer b = new StringBuffer();
        int k = Verifier.nondetInt();
        b.append("a").append(k % 10);
        assert b.length() >= 2 && b.length() <= 3;
    }
}
