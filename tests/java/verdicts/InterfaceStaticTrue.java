// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InterfaceStaticTrue {
    interface Shape {
        double area();
        default boolean bigger(Shape o) { return area() > o.area(); }
        static Shape square(double s) { return () -> s * s; }
    }
    public static void main(String[] args) {
        int s = Verifier.nondetInt();
        if (s < 1 || s > 100) return;
        assert Shape.square(s + 1).bigger(Shape.square(s));
    }
}
