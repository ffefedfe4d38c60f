// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class FinallyOrderTrue {
    static StringBuilder log = new StringBuilder();
    static int f(int x) {
        try {
            log.append("t");
            if (x > 0) throw new RuntimeException("p");
            return 1;
        } catch (RuntimeException e) {
            log.append("c");
            return 2;
        } finally {
            log.append("f");
        }
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        int r = f(x);
        assert log.toString().equals(x > 0 ? "tcf" : "tf") && r == (x > 0 ? 2 : 1);
    }
}
