// expect: false (comparing by subtraction wraps)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SortFalse {
    public static void main(String[] args) {
        Integer[] a = new Integer[3];
        for (int i = 0; i < 3; i++) a[i] = Verifier.nondetInt();
        java.util.Arrays.sort(a, (p, q) -> p - q);
        assert a[0] <= a[1] && a[1] <= a[2];
    }
}
