// SPDX-License-Identifier: Apache-2.0
package inputs;

/** Of another class in the same file: what fails there is told at the line that calls it. */
public abstract class Rule {
    protected abstract int score(String text);

    public int half(String text) {
        return score(text) / 2; // error: NullPointerException
    }

    public static Rule length() {
        return new LengthRule();
    }

    public enum Level {
        LOW, HIGH;

        public Level next() {
            return values()[ordinal() + 1]; // error: ArrayIndexOutOfBoundsException
        }
    }

    public static <T> int below(T high, Comparable<T> value) { // javac infers T from the arguments
        if (value == null || high == null)
            return 0;
        return value.compareTo(high); // error: ClassCastException
    }

    public interface Sink<T> {
        Sink<?> NONE = t -> {
        };

        void put(T t);
    }

    public static void give(Sink<String> sink) { // takes the constant with a cast only
        if (sink == Sink.NONE)
            throw new IllegalStateException(); // error: IllegalStateException
    }
}

class LengthRule extends Rule {
    @Override
    protected int score(String text) {
        return text.length();
    }
}
