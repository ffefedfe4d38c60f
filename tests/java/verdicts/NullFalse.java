// expect: false (the node may be missing)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NullFalse {
    static class Node {
        int value;
    }

    public static void main(String[] args) {
        Node n = Verifier.nondetBoolean() ? new Node() : null;
        assert n.value == 0;
    }
}
