// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CharsStreamFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        int n = s.chars().filter(c -> c == 'x').map(c -> 1).sum();
        assert n != 3;
    }
}
