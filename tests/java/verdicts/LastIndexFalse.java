// expect: false (aaz)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LastIndexFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        assert s.lastIndexOf('z') != 2;
    }
}
