// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LambdaCurryTrue {
    public static void main(String[] args) {
        java.util.function.Function<Integer, java.util.function.Function<Integer, Integer>> add =
            a -> b -> a + b;
        int x = Verifier.nondetInt(), y = Verifier.nondetInt();
        assert add.apply(x).apply(y) == x + y;
    }
}
