// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class MsgLazyTrue {
    static void check(int x) {
        if (x < 0 || x > 100) throw new IllegalArgumentException("bad value: " + x);
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        try {
            check(x);
        } catch (IllegalArgumentException e) {
            assert x < 0 || x > 100;
            return;
        }
        assert x >= 0;
    }
}
