// expect: true
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.List;
import verdict.Verifier;

/** How often the list was changed goes up for ever, and nobody asks for it. */
public class StateStackTrue {
    public static void main(String[] args) {
        List<String> st = new ArrayList<>();
        while (Verifier.nondetBoolean()) {
            if (Verifier.nondetBoolean()) {
                if (st.size() < 2)
                    st.add("x");
            } else if (!st.isEmpty())
                st.remove(st.size() - 1);
            assert st.size() <= 2;
        }
    }
}
