// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SyncTrue {
    private int n;
    synchronized void inc() { n++; }
    int get() {
        synchronized (this) {
            return n;
        }
    }
    public static void main(String[] args) {
        SyncTrue s = new SyncTrue();
        int k = Verifier.nondetInt();
        if (k < 0 || k > 8) return;
        for (int i = 0; i < k; i++) s.inc();
        assert s.get() == k;
    }
}
