// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JulietIdxFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int data;
        try {
            data = Integer.parseInt(s.trim());
        } catch (NumberFormatException e) {
            return;
        }
        int[] a = {0, 1, 2, 3, 4};
        if (data >= 0) System.out.println(a[data]);
    }
}
