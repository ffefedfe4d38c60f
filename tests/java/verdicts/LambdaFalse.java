// expect: false (the captured value matters)
// SPDX-License-Identifier: Apache-2.0
import java.util.function.IntUnaryOperator;
import verdict.Verifier;

public class LambdaFalse {
    public static void main(String[] args) {
        int k = Verifier.nondetInt();
        IntUnaryOperator f = x -> x + k;
        assert f.applyAsInt(10) != 1000;
    }
}
