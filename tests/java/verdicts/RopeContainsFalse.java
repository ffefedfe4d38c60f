// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeContainsFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        assert !("ab" + a + "cd").contains("bxc");
    }
}
