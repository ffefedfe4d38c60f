// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HashStringFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() == 2) assert s.hashCode() != "Aa".hashCode() || s.equals("Aa");
    }
}
