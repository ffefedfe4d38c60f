// expect: false (undecided where there is no time for enough draws)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class VersionFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String[] p = s.split("\\.");
        if (p.length != 3) return;
        try {
            int a = Integer.parseInt(p[0]), b = Integer.parseInt(p[1]), c = Integer.parseInt(p[2]);
            assert !(a == 2 && b > 5 && c == b - 1);
        } catch (NumberFormatException e) {
        }
    }
}
