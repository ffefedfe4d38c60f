// expect: true (the two texts of a boolean)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfTrue {
    public static void main(String[] args) {
        boolean b = Verifier.nondetBoolean();
        String s = String.valueOf(b);
        assert s.equals("true") || s.equals("false");
    }
}
