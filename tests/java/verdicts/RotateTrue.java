// expect: true (there and back)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RotateTrue {
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        assert Integer.rotateLeft(Integer.rotateRight(x, 5), 5) == x;
    }
}
