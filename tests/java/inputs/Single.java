// SPDX-License-Identifier: Apache-2.0
package inputs;

/** The only object of its class; a method that is named like a reader changes it. */
public final class Single {
    public static final Single INSTANCE = new Single();
    private int n;

    private Single() { }

    public int get() { return ++n; }

    public void limit() {
        if (n > 0) throw new IllegalStateException(); // error: IllegalStateException
    }
}
