// expect: unknown (names of classes that the JVM makes are its own; never a proof)
// SPDX-License-Identifier: Apache-2.0
public class LambdaNameUnknown {
    public static void main(String[] args) {
        Runnable r = () -> {
        };
        assert r.getClass().getName().length() > 3;
    }
}
