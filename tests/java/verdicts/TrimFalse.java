// expect: false (there may be blanks around)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TrimFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.trim().equals(s);
    }
}
