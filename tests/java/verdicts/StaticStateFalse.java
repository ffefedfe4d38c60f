// expect: false (three times)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StaticStateFalse {
    static int n;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) if (Verifier.nondetBoolean()) n++;
        assert n < 3;
    }
}
