// expect: true (there and back)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ValueOfIntTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt();
        Verifier.assume(i >= 0 && i <= 20);
        String s = String.valueOf(i);
        assert Integer.parseInt(s) == i;
    }
}
