// expect: false
// SPDX-License-Identifier: Apache-2.0
import java.util.function.Supplier;
import verdict.Verifier;

/** Only what the lambda captured tells the states apart. */
public class StateLambdaFalse {
    public static void main(String[] args) {
        Supplier<Integer> s = () -> 0;
        while (Verifier.nondetBoolean()) {
            int old = s.get();
            int nx = old + 1;
            s = () -> nx;
            assert s.get() < 30;
        }
    }
}
