// SPDX-License-Identifier: Apache-2.0
// A small class to try `frisk java` on: what can go wrong with it?
import java.util.ArrayList;
import java.util.List;

public class Account {
    private final List<Integer> movements = new ArrayList<>();
    private int balance;

    public Account(int opening) {
        if (opening < 0) throw new IllegalArgumentException("an account cannot begin overdrawn");
        balance = opening;
    }

    public void pay(int amount) {
        balance -= amount;
        movements.add(amount);
    }

    /** How many payments of that size the balance still allows. */
    public int left(int size) {
        return balance / size;
    }

    public static int parse(String text) {
        if (text.startsWith("EUR ")) return Integer.parseInt(text.substring(4));
        switch (text.charAt(0)) {
        case '-': return 0;
        case '+': return text.length();
        default: return Integer.parseInt(text);
        }
    }
}
