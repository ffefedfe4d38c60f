// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class EnumAbstractTrue {
    enum Op {
        ADD("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        SUB("-") {
            int apply(int a, int b) {
                return a - b;
            }
        };
        final String sym;
        Op(String s) { sym = s; }
        abstract int apply(int a, int b);
    }
    public static void main(String[] args) {
        int a = Verifier.nondetInt(), b = Verifier.nondetInt();
        int r = Op.ADD.apply(a, b);
        assert Op.SUB.apply(r, b) == a && Op.valueOf("SUB").ordinal() == 1 && Op.values().length == 2 &&
            Op.ADD.sym.equals("+");
    }
}
