// expect: false (two draw all there is)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ThreadLockFalse {
    private static int balance = 10;

    private static synchronized void draw(int amount) {
        if (amount > 0 && amount <= balance) balance -= amount;
    }

    public static void main(String[] args) throws InterruptedException {
        int x = Verifier.nondetInt();
        int y = Verifier.nondetInt();
        Thread[] all = {new Thread(() -> draw(x)), new Thread(() -> draw(y))};
        for (Thread t : all) {
            t.start();
            t.join();
        }
        assert balance != 0 || x == 10 || y == 10;
    }
}
