// expect: true (checked before)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class NullTrue {
    static class Node {
        int value;
    }

    public static void main(String[] args) {
        Node n = Verifier.nondetBoolean() ? new Node() : null;
        if (n != null) assert n.value == 0;
    }
}
