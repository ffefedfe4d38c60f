// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StrRepeatFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.length() != 2) return;
        assert !s.repeat(3).equals("xyxyxy");
    }
}
