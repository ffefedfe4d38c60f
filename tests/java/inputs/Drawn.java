// SPDX-License-Identifier: Apache-2.0
package inputs;

import java.util.Arrays;

/** What is soon met by inputs drawn at random, and hard to solve for. */
public class Drawn {
    static int wave(double d) {
        return StrictMath.sin(d) > 0.9 && Double.hashCode(d) % 3 == 1 ? 1 / 0 : 0; // error: ArithmeticException
    }

    static int port(String s, int x) {
        if (!s.trim().toLowerCase().equals("port")) return 0; // error: NullPointerException
        return s.hashCode() % 3 > 0 && (x * x + 3) % 101 == 7 ? 1 / 0 : 0; // error: ArithmeticException
    }

    static int sorted(Integer[] a, long m) {
        Object[] b = a.clone(); // error: NullPointerException
        if (b.length < 3) return 0;
        Arrays.sort(b); // error: NullPointerException
        return Math.floorMod(Arrays.hashCode(b) ^ m * m, 37) == 12 ? 1 / 0 : 0; // error: ArithmeticException
    }
}
