// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RegexReplaceTrue {
    public static void main(String[] args) {
        String s = "This sentence ends in 5 stars *****";
        s = s.replaceAll("\\*", "^");
        assert s.equals("This sentence ends in 5 stars ^^^^^");
        s = s.replaceAll("stars", "carets").replaceFirst("\\w+", "word");
        assert s.equals("word sentence ends in 5 carets ^^^^^");
        String[] p = "1, 2, 3, 4, 5".split(",\\s*");
        assert p.length == 5 && p[4].equals("5");
        String in = Verifier.nondetString();
        if (in.equals("x")) assert in.replaceAll("x", "yy").length() == 2;
    }
}
