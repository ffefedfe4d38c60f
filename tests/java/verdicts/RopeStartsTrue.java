// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeStartsTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString(), b = Verifier.nondetString();
        assert (a + b).startsWith(a) && (a + b).endsWith(b) && (a + b).startsWith(b, a.length());
        assert (a + "xy").endsWith("xy") && !(a + "xy").endsWith("xx") && !(a + b).startsWith("", -1);
    }
}
