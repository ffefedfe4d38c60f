// expect: false (NumberFormatException)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ParseIntFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = Integer.parseInt(s);
        assert n != Integer.MIN_VALUE;
    }
}
