// expect: false (7 is swapped)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AtomicFalse {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicInteger a = new java.util.concurrent.atomic.AtomicInteger(Verifier.nondetInt());
        boolean ok = a.compareAndSet(7, 8);
        assert !ok;
    }
}
