// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** The default way alone looks at a[i] within the switch: on the others i may be anything still. */
public class SwitchBoundsFalse {
    static int chosen(int key, int i, int[] a) {
        int s;
        switch (key) {
            case 0: s = 1; break;
            case 1: s = 2; break;
            default: s = a[i];
        }
        return s;
    }

    public static void main(String[] args) {
        int[] a = {5, 6, 7, 8};
        int p = Verifier.nondetInt(), q = Verifier.nondetInt(), i = Verifier.nondetInt();
        int s;
        try {
            s = chosen(p - 3 * q - 987654321, i, a);
        } catch (ArrayIndexOutOfBoundsException e) {
            return;
        }
        int r = 0;
        if (s == 1) {
            if (i == 4242) r = 1;
        }
        assert r == 0;
    }
}
