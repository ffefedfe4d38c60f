// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfBoolTrue {
    public static void main(String[] args) {
        boolean b = Verifier.nondetBoolean();
        String s = String.valueOf(b);
        assert Boolean.parseBoolean(s) == b && (s.length() == 4) == b;
    }
}
