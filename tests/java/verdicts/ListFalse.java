// expect: false (get of an empty list)
// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import verdict.Verifier;

public class ListFalse {
    public static void main(String[] args) {
        ArrayList<String> list = new ArrayList<>();
        if (Verifier.nondetBoolean()) list.add("x");
        assert list.get(0).equals("x");
    }
}
