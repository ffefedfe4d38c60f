// expect: false (abc, for one)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class UpperFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.toUpperCase().equals("ABC");
    }
}
