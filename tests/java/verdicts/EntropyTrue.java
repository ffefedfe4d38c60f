// expect: true (of a bit, in nats: at most log 2)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EntropyTrue {
    public static void main(String[] args) {
        double p = Verifier.nondetDouble();
        Verifier.assume(p > 0.01 && p < 0.99);
        double h = -p * Math.log(p) - (1 - p) * Math.log(1 - p);
        assert h > 0 && h < 1;
        assert Math.exp(p) >= 1 && Math.pow(1 + p, 2) >= 1;
    }
}
