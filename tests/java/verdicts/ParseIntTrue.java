// expect: true (of constants)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ParseIntTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "42" : "-17";
        int n = Integer.parseInt(s);
        assert n == 42 || n == -17;
    }
}
