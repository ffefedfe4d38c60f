// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList; import java.util.HashMap; import java.util.List; import java.util.Map;
/** Accounts of a small bank. */
public class Bank {
    private final Map<String, Long> balances = new HashMap<>();
    private final List<String> log = new ArrayList<>();
    private final int limit;
    private long fees;

    public Bank(int limit) {
        if (limit < 0) throw new IllegalArgumentException("negative limit");
        this.limit = limit;
    }

    public void open(String name, long amount) {
        if (balances.containsKey(name)) throw new IllegalStateException(name + " exists");
        balances.put(name, amount);
        log.add("open " + name);
    }

    public long balance(String name) {
        return balances.get(name);
    }

    public void deposit(String name, long amount) {
        if (amount <= 0) throw new IllegalArgumentException("amount " + amount);
        balances.put(name, balance(name) + amount);
        log.add("deposit " + name + " " + amount);
    }

    public boolean withdraw(String name, long amount) {
        long now = balance(name);
        if (amount > now + limit) return false;
        balances.put(name, now - amount);
        if (now - amount < 0) fees += fee(amount);
        log.add("withdraw " + name);
        return true;
    }

    public void transfer(String from, String to, long amount) {
        if (!withdraw(from, amount)) return;
        deposit(to, amount);
    }

    private long fee(long amount) {
        return amount / (limit - 100);
    }

    public static int digits(String number) {
        int sum = 0;
        for (int i = 0; i <= number.length(); i++) sum += Character.digit(number.charAt(i), 10);
        return sum % 97;
    }

    public static int checksum(int[] digits, int weight) {
        int sum = 0;
        for (int i = 0; i < digits.length; i++) {
            int d = digits[i] * (i % 2 == 0 ? weight : 1);
            sum += d > 9 ? d - 9 : d;
        }
        return sum / (weight - 7);
    }

    public String last(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(log.get(log.size() - 1 - i)).append('\n');
        }
        return out.toString();
    }

    public static double rate(double amount, int years) {
        double r = 1.0;
        for (int i = 0; i < years && i < 10; i++) r *= 1 + amount / 100;
        if (r > 2.5) throw new ArithmeticException("too much");
        return r;
    }

    public static String category(long amount) {
        switch ((int) (amount / 1000)) {
            case 0: return "small";
            case 1: case 2: return "medium";
            case 10: throw new UnsupportedOperationException("ten");
            default: return amount < 0 ? "debt" : "large";
        }
    }

    public long total() {
        long sum = fees;
        for (long b : balances.values()) sum += b;
        return sum;
    }

    public static String initials(String full) {
        StringBuilder s = new StringBuilder();
        for (String part : full.split(" ")) s.append(part.charAt(0));
        return s.toString().toUpperCase();
    }
}
