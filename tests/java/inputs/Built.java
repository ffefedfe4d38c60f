// SPDX-License-Identifier: Apache-2.0
package inputs;

import java.util.ArrayList;
import java.util.List;

/** Objects that only a builder makes, and one that only a class beside makes. */
public class Built {
    private final String name;
    private final List<Integer> parts;

    private Built(Builder b) {
        name = b.name;
        parts = new ArrayList<>(b.parts);
    }

    public static Builder builder() {
        return new Builder();
    }

    public static class Builder {
        private String name;
        private final List<Integer> parts = new ArrayList<>();

        private Builder() {
        }

        public Builder name(String n) {
            name = n;
            return this;
        }

        public Builder part(int p) {
            parts.add(p);
            return this;
        }

        public Built build() {
            if (name == null)
                throw new IllegalStateException("no name");
            return new Built(this);
        }
    }

    public interface Token {
        int weight();
    }

    static final class Word implements Token {
        private final int length;

        private Word(int length) {
            this.length = length;
        }

        public int weight() {
            return 12 / (length - 5); // error: ArithmeticException
        }
    }

    static class Words {
        int extra;

        Word of(int length) {
            return new Word(length + extra);
        }
    }

    public int mean(int n) {
        return parts.isEmpty() || parts.get(0) < 7 ? n : n / name.length(); // error: ArithmeticException
    }
}
