// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FloatSumMixTrue {
    public static void main(String[] args) {
        double s = 0;
        int n = Verifier.nondetInt();
        if (n < 0 || n > 10) return;
        for (int i = 0; i < n; i++) s += 0.1;
        assert Math.abs(s - n / 10.0) < 1e-6;
    }
}
