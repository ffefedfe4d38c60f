// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrLowerEqFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 1 && s.equalsIgnoreCase("k")) assert s.equals("k") || s.equals("K");
    }
}
