// expect: true (the pump runs when the water is high)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateMachineTrue {
    public static void main(String[] args) {
        int state = 0;
        boolean pump = false;
        int water = 1;
        for (int i = 0; i < 5; i++) {
            if (Verifier.nondetBoolean() && water < 2) water++;
            if (Verifier.nondetBoolean()) state = 1 - state;
            if (pump && water > 0) water--;
            pump = water >= 2 && state == 0;
            assert !pump || water == 2;
        }
    }
}
