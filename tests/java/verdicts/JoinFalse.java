// expect: false (x and y)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JoinFalse {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        assert !String.join("-", a, b).equals("x-y");
    }
}
