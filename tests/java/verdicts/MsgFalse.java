// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MsgFalse {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int[] a = new int[4];
        try {
            a[x] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert !e.getMessage().equals("Index 77 out of bounds for length 4");
        }
    }
}
