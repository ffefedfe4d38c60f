// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** A wheel brake with two circuits and anti-skid, stepped eight times: each step leaves dozens of ways open. */
public class WheelBrakeTrue {
    static class Brake {
        int skidLimit, normal, alternate, mode, selector, command;
        boolean automatic, skidded, green = true;

        void step(int pedal, boolean autoBrake, boolean skid) {
            int system = pedal == 0 ? (autoBrake ? 1 : 0) : pedal >= 1 && pedal <= 4 ? pedal + 1 : 0;
            if (autoBrake && pedal == 0) automatic = true;
            else if (pedal > 0) automatic = false;
            int wanted;
            switch (pedal) {
                case 1: wanted = 1; break;
                case 2: wanted = 2; break;
                case 3: wanted = 3; break;
                case 4: wanted = 4; break;
                default: wanted = 0;
            }
            if (skid) skidLimit = skidded ? 0 : wanted > 0 ? wanted - 1 : 0;
            else skidLimit = wanted;
            skidded = skid;
            if (green) {
                if (mode == 0 && wanted - skidLimit > 2) {
                    mode = 1;
                    green = false;
                }
            } else if (mode == 1 && wanted == 0) {
                mode = 0;
                green = true;
            }
            if (green) {
                normal = skidLimit * 10 + (automatic ? 5 : 0);
                alternate = 0;
            } else {
                normal = 0;
                if (skidLimit == 0) alternate = 0;
                else if (skidLimit == 1) alternate = 10;
                else if (skidLimit == 2) alternate = 20;
                else if (skidLimit == 3) alternate = 30;
                else alternate = 40;
            }
            if (normal > 0 && alternate > 0) selector = 2;
            else if (normal > 0) selector = 1;
            else if (alternate > 0) selector = 3;
            else selector = 0;
            command = system > 0 ? normal + alternate : 0;
        }
    }

    public static void main(String[] args) {
        Brake b = new Brake();
        for (int i = 0; i < 8; i++) {
            b.step(Verifier.nondetInt(), Verifier.nondetBoolean(), Verifier.nondetBoolean());
            assert b.selector != 2;
            assert b.command <= 45;
        }
    }
}
