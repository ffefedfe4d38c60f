// expect: unknown (an error of another thread is none of the program)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ThreadErrorUnknown {
    public static void main(String[] args) throws InterruptedException {
        int x = Verifier.nondetInt();
        Thread t = new Thread(() -> {
            assert x != 7;
        });
        t.start();
        t.join();
    }
}
