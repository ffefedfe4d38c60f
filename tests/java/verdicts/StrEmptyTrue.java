// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrEmptyTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s != null;
        if (s.isEmpty())
            assert s.length() == 0 && "".equals(s) && s.equals("");
        else
            assert s.length() > 0;
    }
}
