// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LambdaPredFalse {
    public static void main(String[] args) {
        java.util.function.IntPredicate p = v -> v % 3 == 0, q = p.and(v -> v > 1000).or(v -> v == -17);
        assert !q.test(Verifier.nondetInt());
    }
}
