// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopePrintFalse {
    public static void main(String[] args) {
        String s = "Hi " + Verifier.nondetString();
        System.out.println(s);
        System.out.print(s);
        assert s.length() != 5;
    }
}
