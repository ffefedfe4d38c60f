// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HexTextFalse {
    public static void main(String[] args) {
        long x = Verifier.nondetLong();
        assert Long.toString(x, 36) != null && !Long.toHexString(x).equals("beef");
    }
}
