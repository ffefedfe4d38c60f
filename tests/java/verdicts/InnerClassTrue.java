// expect: true (an inner object sees the outer one's field)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class InnerClassTrue {
    int value;

    class Inner {
        final int before = value;

        void increment() {
            value++;
        }
    }

    public static void main(String[] args) {
        InnerClassTrue outer = new InnerClassTrue();
        outer.value = Verifier.nondetInt();
        Inner inner = outer.new Inner();
        inner.increment();
        assert outer.value == inner.before + 1;
    }
}
