// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BoxesTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Integer a = x, b = x;
        Long l = (long)x;
        assert a.equals(b) && a.compareTo(b) == 0 && l.equals((long)a) && !l.equals(a);
        if (x >= -128 && x <= 127) assert a == b;
    }
}
