// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

// Of the 24 events in each of nine rounds two kinds are told apart: a path a kind, not an event.
public class RoutesByUnknownEventTrue {
    static final class State {
        final int id;
        final State[] next = new State[24];

        State(int id) {
            this.id = id;
        }
    }

    public static void main(String[] args) {
        State a = new State(1), b = new State(2);
        for (int i = 0; i < 24; i++) {
            a.next[i] = i % 7 == 3 ? b : a;
            b.next[i] = i < 20 ? a : null;
        }
        State s = a;
        int[] seen = new int[9];
        for (int i = 0; i < seen.length; i++) {
            int event = Verifier.nondetInt();
            Verifier.assume(event >= 0 && event < 24);
            s = s.next[event];
            if (s == null) return;
            seen[i] = s.id;
            if (i > 0 && seen[i - 1] == 2) assert event < 20 && s == a;
            if (s == b) assert event == 3 || event == 10 || event == 17;
        }
        for (int i = 1; i < seen.length; i++) assert seen[i - 1] + seen[i] < 4;
    }
}
