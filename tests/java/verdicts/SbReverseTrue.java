// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbReverseTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("java");
        b.append(Verifier.nondetInt() > 0 ? "x" : "yz");
        String s = b.reverse().toString();
        assert s.endsWith("avaj");
    }
}
