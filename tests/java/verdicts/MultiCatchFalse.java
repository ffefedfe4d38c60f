// expect: false (the text 42)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MultiCatchFalse {
    public static void main(String[] args) {
        try {
            int i = Integer.parseInt(Verifier.nondetString());
            if (i == 42) throw new IllegalStateException("x");
        } catch (NumberFormatException e) {
        }
    }
}
