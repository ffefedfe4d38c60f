// expect: true (equal strings compare as equal)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CompareToTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "apple" : "pear";
        int c = s.compareTo("banana");
        assert s.equals("apple") ? c < 0 : c > 0;
    }
}
