// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharNestedTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.toLowerCase(Character.toUpperCase(c)) == 'z') assert c == 'z' || c == 'Z';
    }
}
