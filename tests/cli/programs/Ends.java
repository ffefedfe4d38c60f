// SPDX-License-Identifier: Apache-2.0
// Three exceptions that count in a whole program, one that does not, an end of the JVM.
public class Ends {
    static class Odd extends Exception {
    }

    public static void main(String[] args) throws Exception {
        int x = In.nondetInt();
        if (x == 3) throw new Odd();
        if (x == 4) throw new RuntimeException("four");
        if (x == 5) throw new IllegalStateException("five");
        assert x != 6;
        if (x == 7) System.exit(3);
    }
}
