// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class WbsTrue {
    static int node0, node1, node2, node3;
    static int pedal, auto, skid;
    static int pressure;
    static boolean armed;
    static int clamp(int v) {
        return v < 0 ? 0 : v > 4 ? 4 : v;
    }
    static void update(int pedalPos, boolean autoBrake, boolean skidding) {
        int mapped;
        if (pedalPos == 0) mapped = 0;
        else if (pedalPos == 1) mapped = 1;
        else if (pedalPos == 2) mapped = 2;
        else if (pedalPos == 3) mapped = 3;
        else if (pedalPos == 4) mapped = 4;
        else mapped = 0;
        if (armed && autoBrake && mapped < 2) mapped = 2;
        if (skidding && mapped > 0) mapped = mapped - 1;
        if (node0 == 0) {
            if (mapped > 0) node0 = 1;
        } else if (mapped == 0) node0 = 0; node1 = clamp(mapped + node0); armed = autoBrake; pressure = node1 * 10; assert pressure <= 50; assert pressure >= 0; assert mapped != 0 || node0 == 0; } public static void main(String[] args) {
            for (int i = 0; i < 3; i++) update(Verifier.nondetInt(), Verifier.nondetBoolean(), Verifier.nondetBoolean());
        }
    }
