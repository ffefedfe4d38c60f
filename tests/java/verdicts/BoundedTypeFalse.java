// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoundedTypeFalse {
    static <T extends Comparable<T>> T max(T a, T b, T c) {
        T m = a;
        if (b.compareTo(m) > 0) m = b;
        if (c.compareTo(m) > 0) m = a;
        return m;
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt(), y = Verifier.nondetInt(), z = Verifier.nondetInt();
        int m = max(x, y, z);
        assert m >= x && m >= y && m >= z;
    }
}
