// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ArgsLenTrue {
    public static void main(String[] args) {
        assert args.length == 0;
        int n = Verifier.nondetInt();
        String[] a = new String[n & 3];
        for (String s : a) assert s == null;
    }
}
