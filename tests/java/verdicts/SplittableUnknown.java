// expect: unknown (the JVM draws the seed; never a proof)
// SPDX-License-Identifier: Apache-2.0
import java.util.SplittableRandom;

public class SplittableUnknown {
    public static void main(String[] args) {
        assert new SplittableRandom().nextInt(100) < 100;
    }
}
