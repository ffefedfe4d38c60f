// expect: false (reversed it is another text)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BuilderFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("ab");
        if (Verifier.nondetBoolean()) b.append("c");
        assert b.reverse().toString().equals("ba");
    }
}
