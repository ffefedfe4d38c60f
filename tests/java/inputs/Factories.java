// SPDX-License-Identifier: Apache-2.0
package inputs;

import java.math.BigInteger;

/** Not all of the JDK's factories that are called valueOf make boxes. */
public class Factories {
    public static int sign(BigInteger a) {
        if (a == null) return 0;
        return 7 / a.signum(); // error: ArithmeticException
    }

    public static String constant(Enum<?> e) {
        return e == null ? "" : e.name();
    }
}
