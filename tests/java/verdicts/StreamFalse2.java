// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StreamFalse2 {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) a[i] = Verifier.nondetByte();
        assert java.util.Arrays.stream(a).filter(v -> v > 10).map(v -> v * 2).sum() != 100;
    }
}
