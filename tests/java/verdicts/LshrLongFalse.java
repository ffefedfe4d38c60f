// expect: false (the high bits of a long)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LshrLongFalse {
    public static void main(String[] args) {
        long i = Verifier.nondetLong();
        assert (i >>> 60) != 9;
    }
}
