// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BuilderOpsFalse {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("diverge");
        int i = Verifier.nondetInt(), j = Verifier.nondetInt();
        b.insert(i, "java").delete(j, j + 3);
        assert !b.toString().startsWith("djava");
    }
}
