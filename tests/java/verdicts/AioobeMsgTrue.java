// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AioobeMsgTrue {
    public static void main(String[] args) {
        int[] a = new int[4];
        int i = Verifier.nondetInt();
        try {
            a[i] = 1;
            assert i >= 0 && i < 4;
        } catch (ArrayIndexOutOfBoundsException e) {
            assert i < 0 || i >= 4;
            assert e.getMessage().contains("out of bounds");
        }
    }
}
