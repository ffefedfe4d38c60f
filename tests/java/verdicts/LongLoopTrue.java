// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongLoopTrue {
    public static void main(String[] args) {
        long s = 0;
        for (int i = 0; i < 1000000; i++) s += i;
        assert s == 499999500000L;
    }
}
