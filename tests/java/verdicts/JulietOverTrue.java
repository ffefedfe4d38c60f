// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JulietOverTrue {
    public static void main(String[] args) {
        int data = Verifier.nondetInt();
        if (data < Integer.MAX_VALUE) {
            int r = data + 1;
            assert r > data;
        }
        long l = Math.abs((long)data);
        if (l < (long)Math.sqrt(Integer.MAX_VALUE)) {
            int sq = data * data;
            assert sq >= 0;
        }
    }
}
