public class SquareRoot { // SPDX-License-Identifier: Apache-2.0

    public static double sqrt(double c) {
        double epsilon = 1e-15;
        double t = c;

        while (Math.abs(t - c/t) > epsilon*t)
            t = (c/t + t) / 2.0;

        return t;
    }

}
