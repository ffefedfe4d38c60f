// expect: false (there is no such constant: IllegalArgumentException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EnumValueOfFalse {
    enum Color { RED, GREEN }

    public static void main(String[] args) {
        String name = Verifier.nondetBoolean() ? "RED" : "red";
        assert Color.valueOf(name) == Color.RED;
    }
}
