// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeEndsTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        String s = "<b>" + a + "</b>";
        assert s.endsWith("</b>") && s.startsWith("<b>") && s.length() >= 7;
    }
}
