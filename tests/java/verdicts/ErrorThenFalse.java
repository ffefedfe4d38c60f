// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ErrorThenFalse {
    public static void main(String[] args) throws Exception {
        int x = Verifier.nondetInt();
        if (x == 5) throw new Exception("plain");
        if (x == 6) throw new Error();
        if (x == 7) throw new UnsupportedOperationException();
    }
}
