// expect: false (33 shifts by 1)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ShiftCountFalse {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        int r = 1 << i;
        if (i > 40) assert r != 2;
    }
}
