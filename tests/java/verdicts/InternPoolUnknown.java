// expect: unknown (the JDK may have interned that text before, and on JDK 17 it has)
// SPDX-License-Identifier: Apache-2.0

/** Whether a string becomes the interned one itself. */
public class InternPoolUnknown {
    public static void main(String[] args) {
        String s = "xa".substring(1);
        assert s == s.intern();
    }
}
