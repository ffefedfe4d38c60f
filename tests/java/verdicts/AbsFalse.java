// expect: false (Math.abs of the least int is negative)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class AbsFalse {
    public static void main(String[] args) {
        assert Math.abs(Verifier.nondetInt()) >= 0;
    }
}
