// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SumBoundedTrue {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            int v = Verifier.nondetInt();
            Verifier.assume(v >= 0 && v <= 10);
            sum += v;
        }
        assert sum <= 200 && sum >= 0;
    }
}
