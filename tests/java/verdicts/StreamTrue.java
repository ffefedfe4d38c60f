// expect: true (Gauss, as a stream)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class StreamTrue {
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n <= 3);
        int s = java.util.stream.IntStream.rangeClosed(1, n).sum();
        assert s == n * (n + 1) / 2;
    }
}
