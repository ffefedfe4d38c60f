// expect: unknown (env any: the default charset is no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DefaultCharsetUnknown {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "abc" : "ab\u00e9";
        assert s.getBytes().length >= 3;
    }
}
