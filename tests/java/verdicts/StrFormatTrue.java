// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrFormatTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        if (i < 0 || i > 99) return;
        String s = String.format("%05d|%s|%x", i, "q", 255);
        assert s.length() == 10 && s.endsWith("|q|ff");
    }
}
