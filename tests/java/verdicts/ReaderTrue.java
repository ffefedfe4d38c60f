// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ReaderTrue {
    static int lines(String s) throws java.io.IOException {
        java.io.BufferedReader r = new java.io.BufferedReader(new java.io.StringReader(s));
        int n = 0;
        while (r.readLine() != null) n++;
        return n;
    }
    public static void main(String[] args) {
        try {
            assert lines("a\nb\nc") == 3;
            String s = Verifier.nondetString();
            if (s.length() <= 2) assert lines(s) <= 2;
        } catch (java.io.IOException e) {
            assert false;
        }
    }
}
