// expect: false (the hash code of abc)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class HashFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.hashCode() != 96354;
    }
}
