// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ExitNondetFalse {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 10) System.exit(n);
        if (n > 10) Runtime.getRuntime().halt(0);
        assert false;
    }
}
