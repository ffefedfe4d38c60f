// expect: true (records compare by value)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RecordTrue {
    record Point(int x, int y) {
    }

    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        Point a = new Point(x, 2);
        Point b = new Point(x, 2);
        assert a.equals(b);
    }
}
