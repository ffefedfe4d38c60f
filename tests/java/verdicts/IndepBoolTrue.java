// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IndepBoolTrue {
    public static void main(String[] args) {
        boolean any = false;
        int k = 0;
        for (int i = 0; i < 16; i++) {
            boolean b = Verifier.nondetBoolean();
            any |= b;
            if (b) k++;
        }
        assert any == (k > 0);
    }
}
