// expect: true (instanceof decides before)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CastTrue {
    public static void main(String[] args) {
        Object o = Verifier.nondetInt() > 5 ? (Object) Integer.valueOf(1) : "one";
        if (o instanceof String) {
            String s = (String) o;
            assert s.length() == 3;
        } else {
            assert (Integer) o == 1;
        }
    }
}
