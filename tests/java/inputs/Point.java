// SPDX-License-Identifier: Apache-2.0
package inputs;

/** Fields that a caller sets himself, and others that he cannot. */
public class Point {
    public int x;
    int y = 1; // for those in the package
    protected Point other;
    public final int fixed = Integer.parseInt("3");
    private int hidden = 5;
    public static int shared = 2;

    public int slope() {
        return x == 17 ? 10 / y : 0; // error: ArithmeticException
    }

    public int ring() {
        return other == this ? 1 / x : 0; // error: ArithmeticException
    }

    public int second() {
        return other != null && other.other != null && other.other != this && other.other.x == 4
            ? 1 / (other.y - 8) // error: ArithmeticException
            : 0;
    }

    public int kept() { // no caller changes these
        return 1 / (fixed + hidden);
    }

    public int spread() {
        return 1 / (fixed + hidden + shared); // error: ArithmeticException
    }

    public static int of(Point p) {
        return p != null && p.x == 3 && p.y == p.x ? 1 / (p.hidden - 5) : 0; // error: ArithmeticException
    }
}
