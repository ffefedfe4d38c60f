// expect: false (an Integer is no String)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CastFalse {
    public static void main(String[] args) {
        Object o = Verifier.nondetInt() > 5 ? (Object) Integer.valueOf(1) : "one";
        String s = (String) o;
        assert s.length() == 3;
    }
}
