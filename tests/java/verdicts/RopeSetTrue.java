// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeSetTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        StringBuilder wide = new StringBuilder("pq").append(a);
        wide.setCharAt(1, '\u1234');
        assert wide.charAt(0) == 'p' && wide.charAt(1) == '\u1234' && wide.length() == a.length() + 2;
        assert wide.toString().startsWith("p\u1234" + a);
    }
}
