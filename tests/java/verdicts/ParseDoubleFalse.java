// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ParseDoubleFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        double f;
        try {
            f = Double.parseDouble(s);
        } catch (NumberFormatException e) {
            return;
        }
        assert f != 2.5;
    }
}
