// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.regex.*;

public class RegexDateFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        Matcher m = Pattern.compile("J.*\\d[0-35-9]-\\d\\d-\\d\\d").matcher(s);
        assert !m.matches();
    }
}
