// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StateThermostatTrue {
    public static void main(String[] args) {
        int t = 20;
        boolean heat = false;
        while (true) {
            if (t < 18)
                heat = true;
            else if (t > 22)
                heat = false;
            t += heat ? 1 : -1;
            int d = Verifier.nondetInt();
            if (d == 0)
                break;
            assert t >= 16 && t <= 24;
        }
    }
}
