// expect: true (it distributes, wrapped or not)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DistribTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        assert 3 * (a + b) == 3 * a + 3 * b;
    }
}
