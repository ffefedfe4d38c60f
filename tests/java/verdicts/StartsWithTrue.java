// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StartsWithTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        if (s.startsWith("abc")) assert s.length() >= 3;
    }
}
