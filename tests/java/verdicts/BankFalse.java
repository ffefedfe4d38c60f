// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class BankFalse {
    static abstract class Account {
        protected int balance;
        abstract void withdraw(int n);
        void deposit(int n) {
            if (n <= 0) throw new IllegalArgumentException();
            balance += n;
        }
    }
    static class Basic extends Account {
        void withdraw(int n) {
            if (n > balance) throw new IllegalStateException("insufficient");
            balance -= n;
        }
    }
    static class Overdraft extends Account {
        final int limit;
        Overdraft(int l) {
            limit = l;
        }
        void withdraw(int n) {
            if (balance - n >= -limit) balance -= n;
            else throw new IllegalStateException("limit");
        }
    }
    public static void main(String[] args) {
        List<Account> all = new ArrayList<>(List.of(new Basic(), new Overdraft(100)));
        for (int i = 0; i < 4; i++) {
            int which = Verifier.nondetInt(), n = Verifier.nondetInt();
            if (which < 0 || which >= all.size()) continue;
            try {
                if (n > 0) all.get(which).deposit(n);
                else all.get(which).withdraw(-n);
            } catch (IllegalStateException e) {
            }
        }
        for (Account a : all) assert a.balance >= -100;
    }
}
