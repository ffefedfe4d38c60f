// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeDeleteTrue {
    public static void main(String[] args) {
        String a = Verifier.nondetString();
        StringBuilder middle = new StringBuilder("abc").append(a).append('>');
        middle.deleteCharAt(1);
        middle.deleteCharAt(middle.length() - 1);
        assert middle.toString().equals("ac" + a);
        StringBuilder front = new StringBuilder("<<").append(a);
        front.delete(0, 2);
        assert front.toString().equals(a);
        if (!a.isEmpty()) assert front.deleteCharAt(0).length() == a.length() - 1;
    }
}
