// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;
import java.util.*;

public class SortNanFalse {
    public static void main(String[] args) {
        double[] a = { Verifier.nondetDouble(), Verifier.nondetDouble() };
        Arrays.sort(a);
        assert a[0] <= a[1];
    }
}
