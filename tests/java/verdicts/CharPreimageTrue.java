// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharPreimageTrue {
    public static void main(String[] args) {
        char c = Verifier.nondetChar();
        if (Character.toUpperCase(c) == 'Q') assert c == 'q' || c == 'Q';
        if (Character.toUpperCase(c) < 'A') assert c < 'A';
    }
}
