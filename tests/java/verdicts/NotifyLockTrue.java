// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NotifyLockTrue {
    public static void main(String[] args) {
        Object o = new Object();
        int x = Verifier.nondetInt();
        synchronized (o) {
            o.notifyAll();
            synchronized (o) {
                x |= 1;
            }
            o.notify();
        }
        assert x != 0;
    }
}
