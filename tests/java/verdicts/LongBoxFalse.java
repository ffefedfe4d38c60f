// expect: false (a Long never equals an Integer)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LongBoxFalse {
    public static void main(String[] args) {
        Long a = Verifier.nondetLong();
        Integer b = 5;
        if (a == 5L) assert a.equals(b);
    }
}
