// expect: false (xyxy)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeRepeatFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert !s.repeat(2).equals("xyxy");
    }
}
