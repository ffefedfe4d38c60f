// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class ElevatorTrue {
    enum Door {
        OPEN, CLOSED
    }
    static class Person {
        final int origin, destination;
        boolean arrived;
        Person(int o, int d) {
            origin = o;
            destination = d;
        }
    }
    static class Environment {
        final boolean[] called = new boolean[4];
        final Person[] waiting = new Person[3];
        int n;
        void add(Person p) {
            waiting[n++] = p;
            called[p.origin] = true;
        }
    }
    static class Elevator {
        int floor;
        boolean up = true;
        Door door = Door.CLOSED;
        final boolean[] buttons = new boolean[4];
        final Person[] inside = new Person[3];
        final Environment env;
        Elevator(Environment e) {
            env = e;
        }
        boolean stopRequested() {
            return buttons[floor] || env.called[floor];
        }
        boolean anyAhead() {
            if (up) {
                for (int i = floor + 1; i < 4; i++) if (buttons[i] || env.called[i]) return true;
            } else for (int i = floor - 1; i >= 0; i--) if (buttons[i] || env.called[i]) return true; return false; } void step() {
                if (stopRequested()) {
                    door = Door.OPEN;
                    buttons[floor] = false;
                    env.called[floor] = false;
                    for (int i = 0; i < 3; i++) if (inside[i] != null && inside[i].destination == floor) {
                        inside[i].arrived = true;
                        inside[i] = null;
                    }
                    for (int i = 0; i < env.n; i++) if (env.waiting[i] != null && env.waiting[i].origin == floor) {
                        inside[i] = env.waiting[i];
                        env.waiting[i] = null;
                        buttons[inside[i].destination] = true;
                    }
                } else {
                    door = Door.CLOSED;
                    if (!anyAhead()) up = !up;
                    if (anyAhead()) floor += up ? 1 : -1;
                    assert door == Door.CLOSED;
                }
                assert floor >= 0 && floor < 4;
            }
        }
        public static void main(String[] args) {
            Environment env = new Environment();
            for (int i = 0; i < 2; i++) {
                int o = Verifier.nondetInt(), d = Verifier.nondetInt();
                Verifier.assume(o >= 0 && o < 4 && d >= 0 && d < 4 && o != d);
                env.add(new Person(o, d));
            }
            Elevator e = new Elevator(env);
            Person[] all = { env.waiting[0], env.waiting[1] };
            for (int i = 0; i < 30; i++) e.step();
            for (Person p : all) assert p.arrived;
        }
    }
