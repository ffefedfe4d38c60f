// SPDX-License-Identifier: Apache-2.0
package inputs;

/** What stands for it can be named by nobody else. */
public interface Shape {
    int corners();

    int sides();

    static int faces(Shape s) {
        return s == null || s.corners() != 5 ? 0 : 10 / (s.sides() - 3); // state: ArithmeticException
    }
}

final class Drawing {
    private Drawing() {
    }

    private static final class Polygon implements Shape {
        private int corners, sides;

        private Polygon() {
        }

        public int corners() {
            return corners;
        }

        public int sides() {
            return sides;
        }
    }
}
