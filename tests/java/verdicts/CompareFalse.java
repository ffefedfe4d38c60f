// expect: false (abd)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CompareFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.compareTo("abc") != 1;
    }
}
