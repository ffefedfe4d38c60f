// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IndepTrue {
    public static void main(String[] args) {
        int c = 0;
        for (int i = 0; i < 14; i++)
            if (Verifier.nondetInt() > 0) c++;
        assert c >= 0 && c <= 14;
    }
}
