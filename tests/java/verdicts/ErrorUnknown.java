// expect: unknown (an Error that is no assertion's)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ErrorUnknown {
    public static void main(String[] args) {
        if (Verifier.nondetInt() == 5) throw new Error("plain");
    }
}
