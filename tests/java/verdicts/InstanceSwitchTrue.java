// expect: true (patterns bind)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InstanceSwitchTrue {
    public static void main(String[] args) {
        Object o = Verifier.nondetBoolean() ? (Object) Integer.valueOf(Verifier.nondetInt()) : "s";
        String r = o instanceof Integer i ? "i" + (i > 0) : "s";
        assert r.length() >= 1;
    }
}
