// expect: false (the override breaks the promise)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DispatchFalse {
    static class Base {
        int next(int x) {
            return x + 1;
        }
    }

    static class Derived extends Base {
        @Override
        int next(int x) {
            return x == 66 ? x : super.next(x);
        }
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Verifier.assume(x > 0 && x < 100);
        Base b = x > 50 ? new Derived() : new Base();
        assert b.next(x) > x;
    }
}
