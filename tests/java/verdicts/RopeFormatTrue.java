// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeFormatTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        assert String.format("<%s, %s>", a, "b").equals("<" + a + ", b>");
        String part = new StringBuilder(a).append("pq", 1, 2).toString();
        assert part.endsWith("q") && part.length() == a.length() + 1;
    }
}
