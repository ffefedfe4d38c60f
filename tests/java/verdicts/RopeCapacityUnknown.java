// expect: unknown (how a builder has grown is not followed)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopeCapacityUnknown {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder(Verifier.nondetString());
        assert b.capacity() >= 16;
    }
}
