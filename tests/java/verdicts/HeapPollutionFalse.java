// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class HeapPollutionFalse {
    @SuppressWarnings({ "unchecked", "rawtypes" }) public static void main(String[] args) {
        List raw = new ArrayList<String>();
        if (Verifier.nondetInt() == 99) raw.add(5);
        else raw.add("x");
        List<String> l = raw;
        for (String s : l) System.out.println(s.length());
    }
}
