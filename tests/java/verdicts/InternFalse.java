// expect: false (an interned text is the constant's object)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InternFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.intern() == "abc") assert false;
    }
}
