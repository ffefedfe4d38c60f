// expect: false (100 has one box for all)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxEq3False {
    public static void main(String[] args) {
        Integer a = Verifier.nondetInt();
        Integer b = 100;
        if (a > 50 && a < 120) assert a != b;
    }
}
