// SPDX-License-Identifier: Apache-2.0
package inputs;

/** Its constructor keeps an invariant that its methods rely on. */
public class Ratio {
    private final int denominator;
    private final int numerator;

    public Ratio(int numerator, int denominator) {
        if (denominator == 0)
            throw new IllegalArgumentException("denominator");
        this.numerator = numerator;
        this.denominator = denominator;
    }

    public int value() {
        return numerator / denominator; // state: ArithmeticException
    }

    public int inverse() { // no reflection is needed
        return denominator / numerator; // error: ArithmeticException
    }
}
