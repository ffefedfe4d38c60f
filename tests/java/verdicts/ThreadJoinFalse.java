// expect: false (what another thread did shows after join, JLS 17.4.5)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ThreadJoinFalse {
    public static void main(String[] args) throws InterruptedException {
        final int[] box = {0};
        int x = Verifier.nondetInt();
        Thread t = new Thread(() -> box[0] = 3 * x);
        t.start();
        t.join();
        assert box[0] != 21;
    }
}
