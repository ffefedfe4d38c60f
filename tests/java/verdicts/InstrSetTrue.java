// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InstrSetTrue {
    static int run(int[] code, int x) {
        int acc = x, pc = 0, steps = 0;
        while (pc < code.length && steps++ < 20) {
            switch (code[pc]) {
            case 0: return acc;
            case 1:
                acc += code[pc + 1];
                pc += 2;
                break;
            case 2:
                acc *= 2;
                pc++;
                break;
            case 3:
                if (acc > 100)
                    pc = code[pc + 1];
                else
                    pc += 2;
                break;
            default: pc++;
            }
        }
        return acc;
    }
    public static void main(String[] args) {
        int x = Verifier.nondetInt();
        if (x < 0 || x > 50) return;
        assert run(new int[] {1, 5, 2, 3, 6, 2, 0}, x) >= 0;
    }
}
