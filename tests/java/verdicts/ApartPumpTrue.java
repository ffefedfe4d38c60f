// expect: true
// SPDX-License-Identifier: Apache-2.0
// 4^20 paths, and a dozen states.
import verdict.Verifier;

public class ApartPumpTrue {
    private static int water = 1;
    private static boolean pump, methane;

    private static void environment() {
        if (pump && water > 0) water--;
        if (Verifier.nondetBoolean() && water < 2) water++;
        if (Verifier.nondetBoolean()) methane = !methane;
    }

    private static void control() {
        if (pump && methane) pump = false;
        if (!pump && water == 2 && !methane) pump = true;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 20; i++) {
            environment();
            control();
            assert !(pump && methane);
        }
    }
}
