// expect: true (without any input)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NoInputTrue {
    public static void main(String[] args) {
        String s = String.format("%d-%s", 4, "x");
        assert s.equals("4-x");
    }
}
