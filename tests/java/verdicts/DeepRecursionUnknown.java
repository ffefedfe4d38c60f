// expect: unknown (how deep a stack may be differs between JVMs; never a proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DeepRecursionUnknown {
    static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) {
        assert depth(200000) == 200000;
    }
}
