// expect: unknown (the JVM orders methods as it likes; never a proof)
// SPDX-License-Identifier: Apache-2.0
public class MethodOrderUnknown {
    static void first() {
    }

    public static void main(String[] args) {
        assert !MethodOrderUnknown.class.getDeclaredMethods()[0].getName().isEmpty();
    }
}
