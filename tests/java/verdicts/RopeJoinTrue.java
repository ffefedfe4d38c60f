// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeJoinTrue {
    public static void main(String[] args) {
        java.util.StringJoiner j = new java.util.StringJoiner(",");
        j.add(Verifier.nondetString()).add("z");
        assert j.toString().endsWith(",z");
    }
}
