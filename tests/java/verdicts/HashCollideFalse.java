// expect: false (BB has the hash code of Aa)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HashCollideFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.hashCode() == "Aa".hashCode() && !s.equals("Aa") && s.length() == 2) assert false;
    }
}
