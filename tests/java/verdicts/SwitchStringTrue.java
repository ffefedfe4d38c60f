// expect: true (undecided: one path per length of texts beyond ASCII; each text has its number)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SwitchStringTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n;
        switch (s) {
        case "one": n = 1; break;
        case "two": n = 2; break;
        default: n = 0;
        }
        if (n == 1) assert s.equals("one");
        if (n == 0) assert !s.equals("two");
    }
}
