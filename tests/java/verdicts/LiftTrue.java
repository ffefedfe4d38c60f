// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

/** A lift that stops where it was called, with a load that blocks it. */
public class LiftTrue {
    static class Lift {
        int floor, load, blocked;
        boolean up = true, open;
        boolean[] calls = new boolean[4], inside = new boolean[4];

        void step() {
            if (load > 300) {
                blocked++;
                open = true;
            } else if (calls[floor] || inside[floor]) {
                open = true;
                calls[floor] = false;
                inside[floor] = false;
            } else {
                open = false;
                if (up && floor < 3) floor++;
                else if (up) up = false;
                else if (floor > 0) floor--;
                else up = true;
            }
        }
    }

    public static void main(String[] args) {
        Lift l = new Lift();
        for (int i = 0; i < 5; i++) {
            int c = Verifier.nondetInt();
            if (c >= 0 && c < 4) l.calls[c] = true;
            else if (c >= 4 && c < 8) l.inside[c - 4] = true;
            else if (c == 8) l.load += 100;
            else if (c == 9 && l.load > 0) l.load -= 100;
            l.step();
        }
        assert l.floor >= 0 && l.floor <= 3;
        assert l.load >= 0;
        assert l.open || l.load <= 300;
        assert l.blocked <= 2;
    }
}
