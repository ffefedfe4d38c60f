// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** Stores at unknown places: the second may hit the first, and a byte is cut. */
public class SpreadStoreFalse {
    public static void main(String[] args) {
        byte[] a = new byte[6];
        int i = Verifier.nondetInt(), j = Verifier.nondetInt(), v = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i < 6 && j >= 0 && j < 6 && v > 100 && v < 300);
        a[i] = (byte) v;
        if (j != 3) a[j] = 7;
        int sum = 0;
        for (byte b : a) sum += b;
        assert !(i == 4 && sum == -121) : "v is 128, and j is neither 3 nor 4";
    }
}
