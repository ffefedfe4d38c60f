// expect: false (the least int over -1 stays negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IntMinDivFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        if (b == -1 && a < -5) assert a / b > 0;
    }
}
