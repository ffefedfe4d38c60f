// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AssumeFinallyFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            if (x < 0) throw new RuntimeException();
        } finally {
            Verifier.assume(x < 100);
        }
    }
}
