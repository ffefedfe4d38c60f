// SPDX-License-Identifier: Apache-2.0
// java MathOracle.java N: for each function of StrictMath N lines "name bits(x) bits(y) bits(result)", in hexadecimal.
import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

class MathOracle {
    static final Random random = new Random(7);
    static final Map<String, DoubleBinaryOperator> functions = new LinkedHashMap<>();

    static void add(String name, DoubleUnaryOperator f) {
        functions.put(name, (x, y) -> f.applyAsDouble(x));
    }

    static double any(int k) {
        switch (k % 6) {
            case 0: return Double.longBitsToDouble(random.nextLong());
            case 1: return random.nextDouble() * 2 - 1;
            case 2: return (random.nextDouble() - 0.5) * 100;
            case 3: return (random.nextDouble() - 0.5) * 1e7;
            case 4: return random.nextInt(2001) / 8.0 - 125;
            default: return Math.scalb(random.nextDouble() + 1, random.nextInt(120) - 60) * (random.nextBoolean() ? 1 : -1);
        }
    }

    public static void main(String[] args) {
        add("sin", StrictMath::sin);
        add("cos", StrictMath::cos);
        add("tan", StrictMath::tan);
        add("asin", StrictMath::asin);
        add("acos", StrictMath::acos);
        add("atan", StrictMath::atan);
        add("exp", StrictMath::exp);
        add("log", StrictMath::log);
        add("log10", StrictMath::log10);
        add("log1p", StrictMath::log1p);
        add("expm1", StrictMath::expm1);
        add("sinh", StrictMath::sinh);
        add("cosh", StrictMath::cosh);
        add("tanh", StrictMath::tanh);
        functions.put("atan2", StrictMath::atan2);
        int n = Integer.parseInt(args[0]);
        double[] edges = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Math.PI / 2, -Math.PI / 4, 0.5, 1e300};
        PrintStream out = new PrintStream(new BufferedOutputStream(System.out, 1 << 16));
        functions.forEach((name, f) -> {
            for (int i = 0; i < n; i++) {
                double x = i < 144 ? edges[i % 12] : any(i), y = i < 144 ? edges[i / 12] : any(i / 6);
                out.printf("%s %x %x %x%n", name, Double.doubleToLongBits(x), Double.doubleToLongBits(y), Double.doubleToLongBits(f.applyAsDouble(x, y)));
            }
        });
        out.flush();
    }
}
