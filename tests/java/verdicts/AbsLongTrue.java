// expect: true (as a long the absolute value of an int fits)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AbsLongTrue {
    public static void main(String[] args) {
        long x = Verifier.nondetInt();
        assert Math.abs(x) >= 0;
    }
}
