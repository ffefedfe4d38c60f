// expect: false (6.5 up to 7.5)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RoundFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        assert Math.round(d) != 7;
    }
}
