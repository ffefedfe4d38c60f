// expect: true (every shape has an area)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class DispatchTrue {
    abstract static class Shape {
        abstract int area();
    }

    static class Square extends Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        @Override
        int area() {
            return side * side;
        }
    }

    static class Circle extends Shape {
        final int radius;

        Circle(int radius) {
            this.radius = radius;
        }

        @Override
        int area() {
            return 3 * radius * radius;
        }
    }

    public static void main(String[] args) {
        Shape s = Verifier.nondetBoolean() ? new Square(3) : new Circle(2);
        assert s.area() > 0;
    }
}
