// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** One way of the branch leaves a float in the local that the other uses for an int; nobody reads it again. */
public class MergeSlotTrue {
    public static void main(String[] args) {
        int i = Verifier.nondetInt(), s = 0;
        {
            float y = Verifier.nondetFloat();
            y = y + y;
            if (y > 3) return;
        }
        if (i > 3) {
            int k = i & 5;
            s = k;
        }
        switch (s) {
        case 0: s = 1; break;
        case 1: s = 4; break;
        default: break;
        }
        assert s == 1 || s == 4 || s == 5;
    }
}
