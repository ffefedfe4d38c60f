// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.concurrent.atomic.*;

public class CasFalse {
    public static void main(String[] args) {
        AtomicLong l = new AtomicLong(Verifier.nondetLong());
        l.addAndGet(5);
        assert !l.compareAndSet(100, 3);
    }
}
