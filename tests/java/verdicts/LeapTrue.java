// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LeapTrue {
    public static void main(String[] args) {
        int y = Verifier.nondetInt();
        if (y < 1583 || y > 9999) return;
        boolean leap = y % 4 == 0 && y % 100 != 0 || y % 400 == 0;
        int days = leap ? 366 : 365;
        assert days == 365 + (y % 4 == 0 ? 1 : 0) - (y % 100 == 0 ? 1 : 0) + (y % 400 == 0 ? 1 : 0);
    }
}
