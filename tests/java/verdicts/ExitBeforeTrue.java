// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ExitBeforeTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x > 3) {
            Runtime.getRuntime().exit(2);
            assert false;
        }
        assert x <= 3;
    }
}
