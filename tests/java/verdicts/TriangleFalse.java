// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TriangleFalse {
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt(), c = Verifier.nondetInt();
        if (a <= 0 || b <= 0 || c <= 0) return;
        if (a + b <= c || b + c <= a || a + c <= b) return;
        String kind = a == b && b == c ? "equi" : a == b || b == c || a == c ? "iso" : "scalene";
        assert !kind.equals("scalene") || a + b > c && (long)a + b == a + b;
    }
}
