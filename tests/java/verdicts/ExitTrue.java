// expect: true (the program ends before)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ExitTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x == 5) System.exit(0);
        assert x != 5;
    }
}
