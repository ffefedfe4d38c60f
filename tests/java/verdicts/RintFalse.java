// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RintFalse {
    public static void main(String[] args) {
        double d = Verifier.nondetDouble();
        if (d > -10 && d < 10) assert Math.round(d) == Math.rint(d);
    }
}
