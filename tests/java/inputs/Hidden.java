// SPDX-License-Identifier: Apache-2.0
package inputs;

/** No constructor and no factory: only reflection makes one. */
public class Hidden {
    private int a;
    private Hidden next;
    private String name;
    private int[] data;
    private Hidden[] all;

    private Hidden() {
    }

    public int divides(int x) { // this -> another one
        return next != null && next.a == 7 ? x / (a - 12) : 0; // state: ArithmeticException
    }

    public void closes() { // this -> another one -> this
        if (next != null && next != this && next.next == this)
            throw new IllegalStateException("closed"); // state: IllegalStateException
    }

    public void holds() { // an array that holds its owner, twice
        if (all != null && all.length == 2 && all[0] == this && all[1] == all[0])
            throw new IllegalStateException("held"); // state: IllegalStateException
    }

    public int reads() {
        boolean is = name != null && name.length() == 2 && name.charAt(1) == 'q' && data != null;
        return is ? data[1] : 0; // state: ArrayIndexOutOfBoundsException
    }

    public int safe() {
        return next == null ? a : next.next == null ? next.a : 0;
    }
}
