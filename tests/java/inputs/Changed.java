// SPDX-License-Identifier: Apache-2.0
package inputs;

/** States that only calls after the construction bring about: no claim that there are none. */
public class Changed {
    private int size;

    private Changed() { }

    public static Changed of(int n) {
        Changed c = new Changed();
        c.size = n < 0 ? 0 : n;
        return c;
    }

    public void setSize(int n) { size = n; }

    public int check() {
        if (size < 0) throw new IllegalStateException(); // error: IllegalStateException
        return size;
    }

    public class Inner { // there is none without the object that it belongs to
        private final int part;

        public Inner(int n) { part = n; }

        public int part() { return part + size; }
    }
}
