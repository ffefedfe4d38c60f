// expect: false (a,b,c, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SplitFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String[] parts = s.split(",");
        assert parts.length != 3;
    }
}
