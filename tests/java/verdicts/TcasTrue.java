// expect: true (a collision avoidance rule that holds)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class TcasTrue {
    public static void main(String[] args) {
        int own = Verifier.nondetInt();
        int other = Verifier.nondetInt();
        int up = Verifier.nondetInt();
        int down = Verifier.nondetInt();
        boolean inhibit = Verifier.nondetBoolean();
        int bias = inhibit ? up + 100 : up;
        boolean crossing;
        if (bias > down) crossing = !(own < other) || (own < other && !(down >= 400));
        else crossing = other < own && up >= 400;
        boolean need = crossing && own < other;
        if (need && bias > down) assert down < 400;
    }
}
