// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CompareSelfTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.compareTo(s) == 0 && s.equals(s);
    }
}
