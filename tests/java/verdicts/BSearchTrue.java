// expect: true (what is found is there)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class BSearchTrue {
    public static void main(String[] args) {
        int[] a = {1, 3, 5, 7, 9, 11, 13, 15};
        int key = Verifier.nondetInt();
        int lo = 0, hi = 7, at = -1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] == key) { at = mid; break; }
            if (a[mid] < key) lo = mid + 1; else hi = mid - 1;
        }
        assert at < 0 || a[at] == key;
    }
}
