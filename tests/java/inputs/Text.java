// SPDX-License-Identifier: Apache-2.0
package inputs;

/** Changed by what another class's method writes. */
public final class Text {
    private final StringBuilder text = new StringBuilder();

    public void add(char c) { text.append(c); }

    public int first() {
        return text.length() == 0 ? 0 : 1 / (text.charAt(0) - 'x'); // error: ArithmeticException
    }
}
