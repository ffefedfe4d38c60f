// expect: true (the second bound ends it)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LoopUnboundedTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        int i = 0;
        while (i < n && i < 50) i++;
        assert i <= 50;
    }
}
