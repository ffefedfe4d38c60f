// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TernaryTrue {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt(), c = Verifier.nondetInt();
        int m = a > b ? (a > c ? a : c) : (b > c ? b : c);
        assert m >= a && m >= b && m >= c && (m == a || m == b || m == c);
    }
}
