// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrSubThrowFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int i = s.indexOf('@');
        String host = s.substring(i + 1);
        String top = host.substring(host.indexOf('.'));
        assert top.length() > 1;
    }
}
