// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class OptTrue {
    public static void main(String[] args) {
        java.util.Optional<Integer> o =
            Verifier.nondetBoolean() ? java.util.Optional.of(3) : java.util.Optional.empty();
        assert o.map(v -> v + 1).orElse(0) == (o.isPresent() ? 4 : 0);
    }
}
