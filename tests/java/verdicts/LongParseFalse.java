// expect: false (the least long has 20 characters)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongParseFalse {
    public static void main(String[] args) {
        long l = Verifier.nondetLong();
        assert Long.toString(l).length() < 20;
    }
}
