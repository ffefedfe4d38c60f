public class ZeroDivisor { // SPDX-License-Identifier: Apache-2.0

    public static int div(int x, int y) {
        return x / y; // error: ArithmeticException
    }

    public static int mod(int x, int y) {
        return x % y; // error: ArithmeticException
    }

    public static int test(int x, int y, int z) {
        if (3*x + 5*y < 100 && y > 3 && y < 20)
            return x / (y + z); // error: ArithmeticException
        else
            return z;
    }

}
