// expect: false (5 has one box for all)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AtomicRefFalse {
    public static void main(String[] args) {
        java.util.concurrent.atomic.AtomicReference<Integer> a = new java.util.concurrent.atomic.AtomicReference<>(5);
        Integer v = Verifier.nondetInt();
        assert !a.compareAndSet(v, 8);
    }
}
