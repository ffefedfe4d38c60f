// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CompareIcFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.compareToIgnoreCase("MiDdle") == 0) assert s.equals("MiDdle") || s.charAt(2) != 'D' || s.charAt(0) == 'M';
    }
}
