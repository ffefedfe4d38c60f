// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RegexDateTrue {
    public static void main(String[] args) {
        String[] texts = {"Jane's Birthday is 05-12-75", "Dave's Birthday is 11-04-68"};
        java.util.regex.Pattern p = java.util.regex.Pattern.compile("J.*\\d[0-35-9]-\\d\\d-\\d\\d");
        int n = 0;
        for (String t : texts) {
            java.util.regex.Matcher m = p.matcher(t);
            while (m.find()) {
                n++;
                assert m.group().startsWith("Jane");
            }
        }
        assert n == 1;
        boolean b = Verifier.nondetBoolean();
        assert b || !b;
    }
}
