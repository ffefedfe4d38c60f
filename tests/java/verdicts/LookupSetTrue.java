// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class LookupSetTrue {
    public static void main(String[] args) {
        java.util.Set<String> m = new java.util.HashSet<>(java.util.Arrays.asList("GET", "POST"));
        String k = Verifier.nondetString();
        if (m.contains(k)) assert k.length() <= 4;
    }
}
