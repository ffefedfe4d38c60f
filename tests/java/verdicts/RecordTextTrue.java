// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RecordTextTrue {
    record P(String n, int a) {
    }
    public static void main(String[] args) {
        P p = new P(Verifier.nondetString(), 3);
        assert p.toString().startsWith("P[n=");
        assert p.n() != null;
    }
}
