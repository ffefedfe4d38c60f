// expect: unknown (one order of the threads is no proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ThreadUnknown {
    public static void main(String[] args) {
        final int[] box = {0};
        Thread t = new Thread(() -> box[0] = 1);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            return;
        }
        assert box[0] == 1;
    }
}
