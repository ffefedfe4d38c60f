// expect: false (100 has one box for all)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxEq2False {
    public static void main(String[] args) {
        Integer a = Verifier.nondetInt();
        Integer b = 100;
        assert a != b;
    }
}
