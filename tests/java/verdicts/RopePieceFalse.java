// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopePieceFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString() + "qqqqq";
        int h = 0;
        for (int i = 0; i < 5; i++) h = 31 * h + s.charAt(i);
        assert h != 108699073;
    }
}
