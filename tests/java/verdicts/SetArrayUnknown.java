// expect: unknown (the JVM draws the order; never a proof)
// SPDX-License-Identifier: Apache-2.0
import java.util.List;
import java.util.Set;

public class SetArrayUnknown {
    public static void main(String[] args) {
        String first = List.copyOf(Set.of("a", "b")).get(0);
        assert first.equals("a") || first.equals("b");
    }
}
