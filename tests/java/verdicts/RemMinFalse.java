// expect: false (-9 and -3)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RemMinFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt();
        int b = Verifier.nondetInt();
        if (b < 0 && a < 0 && a % b == 0 && a == b * 3) assert a != -9;
    }
}
