// expect: true (what is not contained has no index)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class IndexOfTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetBoolean() ? "hello" : "world";
        int i = s.indexOf('l');
        assert i == 2 || i == 3;
        assert s.indexOf('z') == -1;
    }
}
