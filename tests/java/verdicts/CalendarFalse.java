// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CalendarFalse {
    static int days(int m, int y) {
        switch (m) {
        case 1:
        case 3:
        case 5:
        case 7:
        case 8:
        case 10:
        case 12: return 31;
        case 4:
        case 6:
        case 9:
        case 11: return 30;
        case 2: return y % 4 == 0 ? 29 : 28;
        default: throw new IllegalArgumentException("month");
        }
    }
    public static void main(String[] args) {
        int m = Verifier.nondetInt(), d = Verifier.nondetInt();
        if (m < 1 || m > 12 || d < 1 || d > days(m, 2024)) return;
        int n = d;
        for (int i = 1; i < m; i++) n += days(i, 2024);
        assert n != 200;
    }
}
