// expect: true (all are multiples of 3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SubsetSumTrue {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 16; i++)
            if (Verifier.nondetBoolean()) sum += 3 << i % 4;
        assert sum % 3 == 0;
    }
}
