// expect: false (the field is read before it is set)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StaticInitFalse {
    static class Pair {
        static int sum = compute();
        static int addend = 7;

        static int compute() {
            return addend;
        }
    }

    public static void main(String[] args) {
        assert Pair.sum == 7;
    }
}
