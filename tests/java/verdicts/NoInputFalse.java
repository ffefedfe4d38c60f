// expect: false (without any input)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NoInputFalse {
    public static void main(String[] args) {
        int[] a = {3, 1, 2};
        int sum = 0;
        for (int v : a) sum += v;
        assert sum != 6;
    }
}
