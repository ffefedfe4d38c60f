// expect: true (a default method calls back)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InterfaceDefaultTrue {
    interface Counter {
        int count(int x);

        default int twice(int x) {
            return count(count(x));
        }
    }

    static class ByTwo implements Counter {
        @Override
        public int count(int x) {
            return x + 2;
        }
    }

    public static void main(String[] args) {
        Counter c = new ByTwo();
        int x = Verifier.nondetInt();
        Verifier.assume(x >= 0 && x < 1000);
        assert c.twice(x) == x + 4;
    }
}
