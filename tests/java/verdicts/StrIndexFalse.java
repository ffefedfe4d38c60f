// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrIndexFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf("ab"), j = s.lastIndexOf('b');
        assert !(i == 2 && j == 6);
    }
}
